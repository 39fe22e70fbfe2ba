import { useComputed } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useView } from "../boards/useView";
import { t } from "../i18n";
import { say } from "../notes";
import { Details } from "../parts/Details";
import { Picture, Pictures } from "../parts/Picture";
import { Scatter } from "../parts/Scatter";
import { Button, copy, FaultNote, Working } from "../parts/small";
import { Value } from "../parts/Value";
import type { Answer, SummandView } from "../protocol";
import { href } from "../route";
import { games } from "../welcome";
import { Editor } from "./Editor";
import { goesOn, simple } from "./language";
import { sheet, type SheetCell } from "./sheet";
import { Slider } from "./Slider";

interface Props {
  cell: SheetCell;
  number: number;
  last: boolean;
}

/** A cell: what is typed, and what it makes. */
export function CellView({ cell, number, last }: Props): VNode {
  const result = cell.result.value;
  const busy = result.state === "queued" || result.state === "running";
  const stale = useComputed(() => {
    const { state, source } = cell.result.value;
    return state !== "new" && source !== cell.source.value;
  });
  const wanted = useComputed(() => sheet.wanted.value === cell.id);
  const [over, setOver] = useState(false);
  const section = useRef<HTMLElement>(null);
  const run = (stays: boolean) => {
    sheet.run(cell.id);
    if (stays) return;
    const at = sheet.cells.peek().indexOf(cell);
    const next = sheet.cells.peek()[at + 1];
    if (next) sheet.wanted.value = next.id;
    else if (cell.source.peek().trim() !== "") sheet.insert(cell.id);
  };
  const stop = () => {
    if (!busy) return false;
    sheet.stop(cell.id);
    return true;
  };
  const leave = (by: -1 | 1) => {
    const at = sheet.cells.peek().indexOf(cell);
    const next = sheet.cells.peek()[at + by];
    if (next) sheet.wanted.value = next.id;
  };
  const past = (prefix: string, back: number) => {
    const found = sheet.history.filter((text, at, all) => text.startsWith(prefix) && text !== prefix && all.lastIndexOf(text) === at);
    return found[found.length - back] ?? null;
  };
  return (
    <section
      ref={section}
      class={`cell cell-${result.state} ${over ? "cell-over" : ""} ${stale.value ? "cell-stale" : ""}`}
      aria-label={t("cell", number)}
      data-cell={number}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.target === event.currentTarget) commands(event, cell);
      }}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes("application/x-upstar-cell")) {
          event.preventDefault();
          setOver(true);
        }
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const id = event.dataTransfer?.getData("application/x-upstar-cell");
        if (!id) return;
        event.preventDefault();
        sheet.drop(id, cell.id);
      }}
    >
      <div
        class="cell-number"
        draggable
        aria-hidden="true"
        onDragStart={(event) => event.dataTransfer?.setData("application/x-upstar-cell", cell.id)}
      >
        {number}
      </div>
      <div class="cell-body">
        <div class="cell-input">
          <Editor
            source={cell.source}
            fault={stale.value ? null : result.fault}
            label={t("cell", number)}
            wanted={wanted.value}
            own={ownNames}
            kindOf={kindOf}
            onWanted={() => (sheet.wanted.value = null)}
            onTyped={() => sheet.typed(cell)}
            onRun={run}
            onStop={stop}
            onEscape={() => stop() || section.current?.focus()}
            onUndo={(again) => (again ? sheet.redo() : sheet.undo())}
            onLeave={leave}
            past={past}
          />
          <div class="cell-tools">
            <span class="cell-more">
              <Button label={t("moveUp")} icon="↑" disabled={number === 1} onClick={() => sheet.move(cell.id, -1)} />
              <Button label={t("moveDown")} icon="↓" disabled={last} onClick={() => sheet.move(cell.id, 1)} />
              <Button label={t("insert")} icon="+" onClick={() => sheet.insert(cell.id)} />
              <Button label={t("delete")} icon="✕" onClick={() => sheet.remove(cell.id)} />
            </span>
            {busy ? (
              <Button label={t("stop")} icon="■" class="stop" onClick={stop} />
            ) : (
              <Button label={t("run")} icon="▶" class="run" onClick={() => sheet.run(cell.id)} />
            )}
          </div>
        </div>
        <Preview cell={cell} />
        <div class="cell-output" aria-live="polite" aria-busy={busy}>
          {result.state === "queued" && <p class="quiet working">{t("queued")}</p>}
          {result.state === "running" && <Working seconds={cell.working.value} />}
          {result.state === "stopped" && !result.fault && <p class="quiet">{t("stopped")}</p>}
          {!busy && stale.value && <p class="quiet">{t("changed")}</p>}
          <Slider cell={cell} />
          {result.answers.map((answer, key) => (
            <AnswerView key={key} answer={answer} cell={cell} version={result} />
          ))}
          {result.fault && !stale.value && <FaultNote fault={result.fault} />}
          {!busy && (result.seconds ?? 0) >= LONG_WORK && <p class="quiet took">{t("took", (result.seconds ?? 0).toFixed(1))}</p>}
        </div>
      </div>
    </section>
  );
}

/** How long nothing is typed until what stands there is computed, in milliseconds. */
const REST = 200;

/** The value of what is typed and not run yet, if it is known in a moment. */
function Preview({ cell }: { cell: SheetCell }): VNode | null {
  const source = cell.source.value;
  const { state, source: ran } = cell.result.value;
  const isNew = source.trim() !== "" && (state === "new" || source !== ran) && state !== "queued" && state !== "running";
  const [found, setFound] = useState<{ source: string; answers: Answer[] } | null>(null);
  useEffect(() => {
    // What is not typed now is run soon, or was left; and rules hold for all sheets.
    if (!isNew || goesOn(source) || /^\s*rules\b/m.test(source) || !sheet.isTyping(cell)) return;
    let live = true;
    const timer = setTimeout(() => void sheet.jobs.preview(cell, source).then((answers) => live && setFound({ source, answers })), REST);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [source, isNew]);
  const last = found?.answers.at(-1);
  if (!isNew || found?.source !== source || !last || last.text.length > LONG) return null;
  return (
    <p class="live quiet">
      = {last.latex ? <Value text={last.text} /> : <code>{last.text}</code>}
    </p>
  );
}

/** Seconds from which on it is said how long a cell took. */
const LONG_WORK = 0.5;

/** What keys do while the cell and not its text has the keyboard. */
function commands(event: KeyboardEvent, cell: SheetCell): void {
  const all = [...document.querySelectorAll<HTMLElement>(".cell")];
  const at = sheet.cells.peek().indexOf(cell);
  const go = (by: -1 | 1) => all[at + by]?.focus();
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return;
  if (event.altKey) {
    if (key === "ArrowUp") sheet.move(cell.id, -1);
    else if (key === "ArrowDown") sheet.move(cell.id, 1);
    else return;
  } else if (key === "Enter" && event.shiftKey) {
    sheet.run(cell.id);
    go(1);
  } else if (key === "Enter") sheet.wanted.value = cell.id;
  else if (key === "ArrowUp" || key === "k") go(-1);
  else if (key === "ArrowDown" || key === "j") go(1);
  else if (key === "a") sheet.insertAt(at);
  else if (key === "b") sheet.insertAt(at + 1);
  else if (key === "x" || key === "Delete") sheet.remove(cell.id);
  else if (key === "z" && event.shiftKey) sheet.redo();
  else if (key === "z") sheet.undo();
  else return;
  event.preventDefault();
}

function kindOf(name: string): string | null {
  const named = sheet.cells.peek().flatMap((cell) => cell.result.peek().answers.filter((answer) => answer.name === name));
  const kind = named.at(-1)?.kind ?? null;
  return kind === "pair" || kind === "table" ? "list" : kind;
}

function ownNames(): string[] {
  const found = sheet.cells.peek().flatMap((cell) => [...cell.source.peek().matchAll(/^\s*([A-Za-z_]\w*)\s*(?:\([^)]*\))?\s*:=/gm)]);
  return [...new Set(found.map((match) => match[1] ?? ""))].filter((name) => name !== "");
}

/** Letters of a text that are shown before the rest is asked for. */
const LONG = 2000;

interface AnswerProps {
  answer: Answer;
  cell: SheetCell;
  version: unknown;
}

function AnswerView({ answer, cell, version }: AnswerProps): VNode {
  const [open, setOpen] = useState(false);
  const [whole, setWhole] = useState(false);
  const [count, setCount] = useState(0);
  useEffect(() => setCount((before) => before + 1), [version]);
  const long = answer.text.length > LONG && !whole;
  const text = long ? `${answer.text.slice(0, LONG)}…` : answer.text;
  const subject = answer.position ?? answer.text;
  const views = answer.views ?? [];
  const sum = useView(views.length === 0 ? sumIn(answer) : null);
  const drawn = answer.kind === "thermograph";
  return (
    <div class="answer">
      <div class="answer-line">
        {answer.name && <span class="answer-name">{answer.name} =</span>}
        <div class="answer-value">
          {answer.table ? <Rows rows={answer.table} /> : answer.latex ? <Value text={text} /> : <pre class="answer-text">{text}</pre>}
          {long && <Button label={t("showMore")} onClick={() => setWhole(true)} />}
        </div>
        <div class="answer-tools">
          {answer.game && <Button label={t("details")} pressed={open} onClick={() => setOpen(!open)} />}
          {answer.game && <a class="button" href={href("explore", subject)}>{t("explore")}</a>}
          {answer.position && <a class="button" href={href("games", "", { position: answer.position })}>{t("play")}</a>}
          <Button
            label={t("copyText")}
            onClick={() => void copy(answer.text).then((done) => done && say(t("copied")))}
          >
            <CopyIcon />
          </Button>
          {answer.latex && (
            <Button label={t("copyLatex")} onClick={() => void copy(answer.latex ?? "").then((done) => done && say(t("copied")))}>
              LaTeX
            </Button>
          )}
        </div>
      </div>
      {views.length > 0 && <Pictures views={views} size={26} />}
      {sum.isCurrent && <Summands of={sum.position?.summands ?? []} />}
      {answer.numbers && answer.numbers.length > 11 && <Scatter values={answer.numbers} first={0} label={answer.subject} />}
      {(open || drawn) && (
        <Details subject={answer.name ?? answer.subject} place={() => sheet.jobs.place(cell)} version={count} plotOnly={!open} />
      )}
    </div>
  );
}

/** The sum of boards and values that an answer is: what is seen of it is asked for apart. */
function sumIn({ game, position, subject, name }: Answer): string | null {
  if (position) return position;
  if (!game || name || !/[+-]/.test(subject)) return null;
  const called = [...subject.matchAll(/([a-z]\w*)\s*\(/g)].map((match) => simple(match[1] ?? ""));
  const isKnown = games().some((one) => [one.name, ...one.aliases].some((known) => called.includes(simple(known))));
  return isKnown ? subject : null;
}

/** The summands of a sum, boards as pictures and values typeset. */
function Summands({ of }: { of: SummandView[] }): VNode {
  return (
    <span class="pictures">
      {of.map(({ view, game, negative, position }, at) => (
        <span key={at} class="summand">
          {(at > 0 || negative) && <span class="plus" aria-hidden="true">{negative ? "−" : "+"}</span>}
          {view.view === "text" && !game ? <Value text={position.replace(/^-\s*/, "")} /> : <Picture view={view} game={game} size={26} label={position} />}
        </span>
      ))}
    </span>
  );
}

function CopyIcon(): VNode {
  return (
    <svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true">
      <path d="M5.500 4.500v-3h8v10h-3M2.500 4.500h8v10h-8z" fill="none" stroke="currentColor" stroke-width="1.400" />
    </svg>
  );
}

function Rows({ rows }: { rows: string[][] }): VNode {
  return (
    <div class="scroll">
      <table class="plain">
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column}><Value text={cell} label={false} /></td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
