import { effect, untracked } from "@preact/signals";
import { render } from "preact";
import { App } from "./App";
import { engine } from "./engine";
import { begin } from "./i18n";
import { follow, href, route } from "./route";
import { openLink } from "./sheet/files";
import { current, keepInBrowser, openKept, openNew } from "./sheet/kept";
import { sheet } from "./sheet/sheet";
import "./styles.css";
import { greet, welcome } from "./welcome";

follow();
greet();
engine.connect();

// What is shown first: the sheet of a link, that which the program was started with, or the last.
const shared = () => (route.value.place === "sheet" ? route.value.more.get("s") : null);
if (!shared() && openKept(current.peek())) sheet.runAll();
let given = false;
effect(() => {
  const link = shared();
  if (!link) return;
  history.replaceState(null, "", href("sheet"));
  route.value = { place: "sheet", what: "", more: new URLSearchParams() };
  given = true;
  untracked(() => void openLink(link));
});
effect(() => {
  const sources = welcome.value?.sheet;
  if (!sources || given) return;
  given = true;
  // The page of a tab that is loaded again goes on with what was made of that sheet.
  const text = JSON.stringify(sources);
  if (sessionStorage.getItem("upstar.given") === text) return;
  sessionStorage.setItem("upstar.given", text);
  untracked(() => {
    openNew("", sources);
    sheet.runAll();
  });
});
// An engine that was started anew has not heard of the sheet.
effect(() => {
  if (engine.first.epoch.value > 1) untracked(() => sheet.forget(engine.first));
});
keepInBrowser();

const place = document.getElementById("app");
await begin();
if (place) render(<App />, place);
