import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { Button } from "../parts/small";
import { CellView } from "./CellView";
import { copyLink, exportJson, exportLatex, exportPicture, exportPixels, openFile, openText, saveFile } from "./files";
import { Gallery } from "./Gallery";
import { HelpPanel } from "./HelpPanel";
import { current, forgetKept, kept, openKept, openNew } from "./kept";
import { sheet, tryOut } from "./sheet";
import { Shortcuts } from "./Shortcuts";

/** What a first look at an empty sheet proposes. */
const PROPOSALS = ["{2||1|0}", "^ + *", "+-1 + +-1/2", 'domineering("4x4")', 'hackenbush("e(el;r)")', "{3||2|1}.Thermograph"];

/** The worksheet: cells from the top down. */
export function Worksheet(): VNode {
  const [help, setHelp] = useState(false);
  useEffect(() => {
    // On a small screen the keyboard would cover the sheet.
    if (matchMedia("(min-width: 60rem)").matches) sheet.wanted.value = sheet.cells.peek()[0]?.id ?? null;
  }, [current.value]);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const inEditor = event.target instanceof Element && event.target.closest(".cm-editor, input, textarea");
      if (inEditor || !(event.ctrlKey || event.metaKey)) return;
      const name = event.key.toLowerCase();
      if (name === "z" && !event.shiftKey) sheet.undo();
      else if (name === "y" || (name === "z" && event.shiftKey)) sheet.redo();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  return (
    <div class={`worksheet ${help ? "with-help" : ""}`}>
      <div
        class="sheet"
        onDragOver={(event) => {
          if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
        }}
        onDrop={(event) => {
          const file = event.dataTransfer?.files[0];
          if (!file) return;
          event.preventDefault();
          void file.text().then((text) => openText(file.name, text));
        }}
      >
        <h1 class="unseen">{t("worksheet")}</h1>
        <Bar help={help} onHelp={() => setHelp(!help)} />
        <Cells />
        <End />
      </div>
      {help && <HelpPanel onClose={() => setHelp(false)} />}
    </div>
  );
}

/** Name and tools of the sheet. What changes often is drawn apart from the cells, which may be many. */
function Bar({ help, onHelp }: { help: boolean; onHelp: () => void }): VNode {
  return (
    <div class="sheet-bar">
      <input
        class="sheet-title"
        aria-label={t("sheetName")}
        placeholder={t("untitled")}
        value={sheet.title.value}
        onInput={(event) => (sheet.title.value = event.currentTarget.value)}
      />
      <div class="sheet-actions">
        <Button label={t("runAll")} onClick={() => sheet.runAll()} />
        {sheet.jobs.isBusy.value && <Button label={t("stopAll")} class="stop" onClick={() => sheet.stop()} />}
        <Button label={t("undo")} icon="↶" disabled={sheet.past.value.length === 0} onClick={() => sheet.undo()} />
        <Button label={t("redo")} icon="↷" disabled={sheet.future.value.length === 0} onClick={() => sheet.redo()} />
        <Menu />
        <Button label={t("help")} pressed={help} onClick={onHelp} />
        <Shortcuts />
      </div>
    </div>
  );
}

function Cells(): VNode {
  const cells = sheet.cells.value;
  return (
    <>
      {cells.map((cell, at) => (
        <CellView key={cell.id} cell={cell} number={at + 1} last={at === cells.length - 1} />
      ))}
    </>
  );
}

function End(): VNode {
  return (
    <div class="sheet-end">
      <Button label={t("add")} class="wide" onClick={() => sheet.insert(null)} />
      {sheet.isEmpty.value && (
        <div class="proposals">
          <p>{t("emptyHint")}</p>
          <ul>
            {PROPOSALS.map((text) => (
              <li key={text}>
                <button type="button" class="proposal" onClick={() => tryOut(text)}>
                  <code>{text}</code>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p class="quiet">{t("keys")}</p>
    </div>
  );
}

/** What is done with sheets as wholes. */
function Menu(): VNode {
  const [open, setOpen] = useState(false);
  const item = (label: string, action: () => void) => (
    <li>
      <button
        type="button"
        onClick={() => {
          setOpen(false);
          action();
        }}
      >
        {label}
      </button>
    </li>
  );
  return (
    <div
      class="menu"
      onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
      onFocusOut={(event) => {
        if (event.relatedTarget instanceof Element && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button type="button" class="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t("menu")} ▾
      </button>
      {open && (
        <div class="menu-box">
          <ul>
            {item(t("newSheet"), () => openNew("", []))}
            {item(t("openFile"), () => void openFile())}
            {item(t("saveFile"), () => void saveFile())}
            {item(t("copyLink"), () => void copyLink())}
            {item(`${t("exportSheet")}: ${t("exportLatex")}`, () => void exportLatex())}
            {item(`${t("exportSheet")}: ${t("exportSvg")}`, exportPicture)}
            {item(`${t("exportSheet")}: ${t("exportPng")}`, () => void exportPixels())}
            {item(`${t("exportSheet")}: ${t("exportJson")}`, exportJson)}
          </ul>
          <Gallery onOpen={() => setOpen(false)} />
          {kept.value.length > 0 && (
            <>
              <h2>{t("sheets")}</h2>
              <ul>
                {kept.value.map((one) => (
                  <li key={one.id} class="kept">
                    <button
                      type="button"
                      aria-current={one.id === current.value}
                      onClick={() => {
                        setOpen(false);
                        if (openKept(one.id)) sheet.runAll();
                      }}
                    >
                      {one.title || t("untitled")}
                    </button>
                    <Button label={t("deleteSheet", one.title || t("untitled"))} icon="✕" onClick={() => forgetKept(one.id)} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </div>
  );
}
