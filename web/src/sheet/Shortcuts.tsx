import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import type { Key } from "../i18n/en";
import { Button } from "../parts/small";

/** Keys, and what they do: while one types, and while the cell has the keyboard. */
const TYPING: [string, Key][] = [
  ["Enter, Shift+Enter", "keyRun"],
  ["Ctrl+Enter", "keyRunStay"],
  ["Alt+Enter", "keyLine"],
  ["Tab", "keyTake"],
  ["Ctrl+↑, Ctrl+↓", "keyRecall"],
  ["Ctrl+Z, Ctrl+Y", "keyUndo"],
  ["Esc, Ctrl+C", "keyStop"],
  ["Esc", "keyLeave"],
];
const COMMANDS: [string, Key][] = [
  ["Enter", "keyEdit"],
  ["Shift+Enter", "keyRun"],
  ["↑, ↓, K, J", "keyWalk"],
  ["Alt+↑, Alt+↓", "keyMove"],
  ["A, B", "keyInsert"],
  ["X, Delete", "delete"],
  ["Z, Shift+Z", "keyUndo"],
  ["?", "shortcuts"],
];

/** The list of keys, which `?` opens wherever nothing is typed. */
export function Shortcuts(): VNode {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const types = event.target instanceof Element && event.target.closest(".cm-editor, input, textarea, select");
      if (event.key !== "?" || types) return;
      event.preventDefault();
      box.current?.showModal();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  const keys = (all: [string, Key][]) => (
    <dl class="facts">
      {all.map(([key, name]) => (
        <div key={name + key}><dt><kbd>{key}</kbd></dt><dd>{t(name)}</dd></div>
      ))}
    </dl>
  );
  return (
    <>
      <Button label={t("shortcuts")} icon="?" onClick={() => box.current?.showModal()} />
      <dialog ref={box} class="shortcuts" aria-label={t("shortcuts")} onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}>
        <div class="help-head">
          <h2>{t("shortcuts")}</h2>
          <Button label={t("close")} icon="✕" onClick={() => box.current?.close()} />
        </div>
        <h3>{t("keysTyping")}</h3>
        {keys(TYPING)}
        <h3>{t("keysCell")}</h3>
        {keys(COMMANDS)}
      </dialog>
    </>
  );
}
