import { hasServer } from "#line";
import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { GamesPage } from "./boards/GamesPage";
import { engine } from "./engine";
import { Explorer } from "./explorer/Explorer";
import { GraphPage } from "./graph/GraphPage";
import { HeapsPage } from "./heaps/HeapsPage";
import { language, LANGUAGES, prefer, t, type Language } from "./i18n";
import type { Key } from "./i18n/en";
import { note } from "./notes";
import { href, route, type Place } from "./route";
import { Worksheet } from "./sheet/Worksheet";
import { load, store } from "./storage";
import { welcome } from "./welcome";

const PLACES: [Place, Key][] = [
  ["sheet", "worksheet"],
  ["explore", "explorer"],
  ["games", "games"],
  ["graphs", "graphs"],
  ["heaps", "heaps"],
];

type Theme = "light" | "dark";
const theme = signal<Theme | null>((load("theme") as Theme | null) ?? null);

function isDark(): boolean {
  return theme.value ? theme.value === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

export function App(): VNode {
  const { place, what, more } = route.value;
  useEffect(() => {
    if (theme.value) document.documentElement.dataset["theme"] = theme.value;
  }, [theme.value]);
  useEffect(() => {
    const name = PLACES.find(([one]) => one === place)?.[1] ?? "worksheet";
    document.title = `${t(name)} – Upstar`;
  }, [place, language.value]);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), document.getElementById("main")?.focus())}>
        {t("skip")}
      </a>
      <header class="top">
        <a class="brand" href={href("sheet")}>
          <img src="./favicon.svg" alt="" width="24" height="24" /> Upstar
        </a>
        <nav aria-label="Upstar">
          {PLACES.map(([one, name]) => (
            <a key={one} href={href(one)} {...(one === place ? { "aria-current": "page" as const } : {})}>
              {t(name)}
            </a>
          ))}
        </nav>
        <div class="top-tools">
          <select aria-label={t("language")} value={language.value} onChange={(event) => prefer(event.currentTarget.value as Language)}>
            {Object.entries(LANGUAGES).map(([name, own]) => (
              <option key={name} value={name} lang={name}>{own}</option>
            ))}
          </select>
          <button
            type="button"
            class="button icon"
            title={t("theme")}
            aria-label={t("theme")}
            onClick={() => {
              theme.value = isDark() ? "light" : "dark";
              store("theme", theme.value);
            }}
          >
            <span aria-hidden="true">◐</span>
          </button>
        </div>
      </header>
      {!engine.first.online.value && (
        <p class="offline" role="status">{t(engine.first.met.value ? "offline" : "connecting")}</p>
      )}
      <main id="main" tabIndex={-1}>
        {place === "sheet" && <Worksheet />}
        {place === "explore" && <Explorer subject={what} path={more.getAll("path")} step={Number(more.get("step"))} compared={more.get("compare")} />}
        {place === "games" && <GamesPage name={what} more={more} />}
        {place === "graphs" && <GraphPage more={more} />}
        {place === "heaps" && <HeapsPage game={what} last={Number(more.get("to")) || 1000} />}
      </main>
      <footer class="foot quiet">
        {!hasServer && <p>{t("withoutServer")}</p>}
        Upstar {welcome.value?.version} · <a href="./licenses.txt">{t("licenses")}</a>
      </footer>
      <div class="note" role="status" aria-live="polite">{note.value}</div>
    </>
  );
}
