import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { Picture } from "../parts/Picture";
import { Button } from "../parts/small";
import { whose } from "../parts/board";
import type { SummandView, View } from "../protocol";
import { simple } from "../sheet/language";
import { games } from "../welcome";
import { GraphEditor } from "./GraphEditor";

interface Props {
  summand: SummandView;
  onChange: (view: View) => void;
}

/** The most rows and columns that are set up by hand. */
const MOST = 40;

/** Sets up a position by the mouse or the keyboard. */
export function SetUp({ summand, onChange }: Props): VNode {
  const { view, game } = summand;
  // Where pictures do not say all of a position, its text is what is changed.
  const known = games().find((one) => simple(one.name) === simple(game ?? ""));
  if (known?.editor === "text" || !game) return <Picture view={view} label={summand.position} />;
  switch (view.view) {
    case "board":
      return <BoardEditor rows={view.rows} game={game ?? ""} onChange={onChange} />;
    case "herds":
      return <HerdsEditor rows={view.rows} onChange={onChange} />;
    case "heaps":
      return <HeapsEditor view={view} onChange={onChange} />;
    case "coins":
      return <CoinsEditor view={view} onChange={onChange} />;
    case "graph":
    case "hackenbush":
      return <GraphEditor view={view} game={game ?? ""} onChange={onChange} />;
    case "circle":
    case "text":
      return <Picture view={view} label={summand.position} />;
  }
}

/** Letters that the cells of a game's boards may have. */
function lettersOf(game: string, rows: string[]): string[] {
  const known = games().find((one) => simple(one.name) === simple(game))?.letters ?? [];
  const used = [...new Set(rows.join(""))];
  return [...new Set([...(known.length > 0 ? known : ["."]), ...used])];
}

function letterName(letter: string, game: string): string {
  const owner = whose(letter, game);
  if (owner === "free") return t("freeCell");
  if (owner === "wall") return t("wall");
  if (owner === "left" || owner === "right") return `${letter} (${t(owner)})`;
  return letter;
}

interface SizeProps {
  rows: number;
  columns: number;
  onSize: (rows: number, columns: number) => void;
}

function Size({ rows, columns, onSize }: SizeProps): VNode {
  const number = (label: string, value: number, set: (value: number) => void) => (
    <label>
      {label}{" "}
      <input
        type="number"
        min="1"
        max={MOST}
        value={value}
        onInput={(event) => {
          const wanted = Math.floor(Number(event.currentTarget.value));
          if (wanted >= 1 && wanted <= MOST && wanted !== value) set(wanted);
        }}
      />
    </label>
  );
  return (
    <span class="size">
      {number(t("rows"), rows, (value) => onSize(value, columns))}
      {number(t("columns"), columns, (value) => onSize(rows, value))}
    </span>
  );
}

/** What arrow keys do to a place in a grid; nothing of other keys. */
function step(key: string, at: [number, number], rows: number, columns: number): [number, number] | null {
  const [row, column] = at;
  switch (key) {
    case "ArrowUp":
      return [Math.max(0, row - 1), column];
    case "ArrowDown":
      return [Math.min(rows - 1, row + 1), column];
    case "ArrowLeft":
      return [row, Math.max(0, column - 1)];
    case "ArrowRight":
      return [row, Math.min(columns - 1, column + 1)];
    default:
      return null;
  }
}

function placeOf(part: string | undefined): [number, number] | null {
  const found = /^r(\d+)c(\d+)$/.exec(part ?? "");
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/** Moves the keyboard to a part of the same picture. */
function focusPart(from: Element, part: string): void {
  from.closest(".editor-board")?.querySelector<SVGGElement>(`[data-part="${part}"]`)?.focus();
}

function BoardEditor({ rows, game, onChange }: { rows: string[]; game: string; onChange: (view: View) => void }): VNode {
  const letters = lettersOf(game, rows);
  const [letter, setLetter] = useState(letters.find((one) => !["free", "wall"].includes(whose(one, game))) ?? letters[1] ?? ".");
  const painting = useRef<string | null>(null);
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const free = letters[0] ?? ".";
  const put = (at: [number, number], what: string) => {
    const row = rows[at[0]];
    if (row === undefined || row[at[1]] === what) return;
    const changed = row.slice(0, at[1]) + what + row.slice(at[1] + 1);
    onChange({ view: "board", rows: rows.toSpliced(at[0], 1, changed) });
  };
  /** The letter chosen; upon itself the free cell, so that a second click takes it away. */
  const other = (at: [number, number]) => (rows[at[0]]?.[at[1]] === letter ? free : letter);
  const resize = (tall: number, wide: number) => {
    const sized = Array.from({ length: tall }, (_, at) => (rows[at] ?? "").slice(0, wide).padEnd(wide, free));
    onChange({ view: "board", rows: sized });
  };
  return (
    <div
      class="editor-board"
      onKeyDown={(event) => {
        if (!(event.target instanceof Element)) return;
        const at = placeOf(event.target.getAttribute("data-part") ?? undefined);
        if (!at) return;
        const next = step(event.key, at, rows.length, columns);
        if (next) {
          event.preventDefault();
          focusPart(event.target, `r${next[0]}c${next[1]}`);
          return;
        }
        const typed = letters.find((one) => one === event.key) ?? letters.find((one) => one.toLowerCase() === event.key.toLowerCase());
        if (typed) {
          event.preventDefault();
          put(at, typed);
        }
      }}
      onPointerUp={() => (painting.current = null)}
      onPointerLeave={() => (painting.current = null)}
      onPointerDown={(event) => {
        const at = placeOf(event.target instanceof Element ? event.target.closest("[data-part]")?.getAttribute("data-part") ?? undefined : undefined);
        if (!at) return;
        painting.current = other(at);
        put(at, painting.current);
      }}
      onPointerOver={(event) => {
        if (painting.current === null || event.buttons === 0) return;
        const at = placeOf(event.target instanceof Element ? event.target.closest("[data-part]")?.getAttribute("data-part") ?? undefined : undefined);
        if (at) put(at, painting.current);
      }}
      onClickCapture={(event) => {
        // A click of the mouse was done when it went down; those of the keyboard have no place.
        if (event.detail > 0 && event.target instanceof Element && event.target.closest("[data-part]")) event.stopPropagation();
      }}
    >
      <div class="row">
        <span class="palette" role="group" aria-label={t("letter")}>
          {letters.map((one) => (
            <button key={one} type="button" class={`letter letter-${whose(one, game)}`} aria-pressed={one === letter} title={letterName(one, game)} aria-label={`${t("letter")} ${letterName(one, game)}`} onClick={() => setLetter(one)}>
              {one === "." ? "·" : one}
            </button>
          ))}
        </span>
        <Size rows={rows.length} columns={columns} onSize={resize} />
      </div>
      <div class="scroll">
        <Picture
          view={{ view: "board", rows }}
          game={game}
          size={56}
          label={t("setUp")}
          onPart={(part) => {
            const at = placeOf(part);
            if (at) put(at, other(at));
          }}
          nameOf={(part) => {
            const at = placeOf(part);
            return at ? `${at[0] + 1}, ${at[1] + 1}: ${letterName(rows[at[0]]?.[at[1]] ?? free, game)}` : undefined;
          }}
        />
      </div>
      <p class="quiet">{t("boardKeys")}</p>
    </div>
  );
}

function HerdsEditor({ rows, onChange }: { rows: number[][]; onChange: (view: View) => void }): VNode {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const put = (row: number, column: number, value: number) =>
    onChange({ view: "herds", rows: rows.map((cells, at) => (at === row ? cells.toSpliced(column, 1, value) : cells)) });
  const resize = (tall: number, wide: number) =>
    onChange({ view: "herds", rows: Array.from({ length: tall }, (_, at) => Array.from({ length: wide }, (_, column) => rows[at]?.[column] ?? 0)) });
  return (
    <div class="editor-board">
      <Size rows={rows.length} columns={columns} onSize={resize} />
      <div class="scroll"><Picture view={{ view: "herds", rows }} label={t("setUp")} /></div>
      <table class="plain inputs">
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((value, column) => (
                <td key={column}>
                  <input
                    type="number"
                    min="-99"
                    max="99"
                    aria-label={`${at + 1}, ${column + 1}`}
                    value={value}
                    onInput={(event) => {
                      const wanted = Math.trunc(Number(event.currentTarget.value));
                      if (Math.abs(wanted) <= 99) put(at, column, wanted);
                    }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type HeapsView = Extract<View, { view: "heaps" }>;

function HeapsEditor({ view, onChange }: { view: HeapsView; onChange: (view: View) => void }): VNode {
  const { heaps, shape } = view;
  const step = shape === "rectangles" ? 2 : 1;
  const set = (changed: string[]) => onChange({ ...view, heaps: changed });
  return (
    <div class="editor-board">
      <div class="scroll"><Picture view={view} label={t("setUp")} /></div>
      <ul class="heap-inputs">
        {heaps.map((heap, at) => (
          <li key={at}>
            <input
              type="number"
              min="0"
              aria-label={t("heapSize", at + 1)}
              value={heap}
              onInput={(event) => {
                const wanted = event.currentTarget.value;
                if (/^\d{1,18}$/.test(wanted)) set(heaps.toSpliced(at, 1, BigInt(wanted).toString()));
              }}
            />
            {shape !== "cuboid" && at % step === 0 && heaps.length > step && (
              <Button label={t("removeHeap", at / step + 1)} icon="✕" onClick={() => set(heaps.toSpliced(at, step))} />
            )}
          </li>
        ))}
      </ul>
      {shape !== "cuboid" && heaps.length < MOST && (
        <Button label={t("addHeap")} onClick={() => set([...heaps, ...Array<string>(step).fill(heaps[heaps.length - 1] ?? "1")])} />
      )}
    </div>
  );
}

type CoinsView = Extract<View, { view: "coins" }>;

function CoinsEditor({ view, onChange }: { view: CoinsView; onChange: (view: View) => void }): VNode {
  const count = new Map(view.coins);
  const put = (cell: number, coins: number) => {
    const next = new Map(count);
    if (coins > 0) next.set(cell, coins);
    else next.delete(cell);
    onChange({ ...view, coins: [...next].sort(([one], [other]) => one - other) });
  };
  return (
    <div
      class="editor-board"
      onKeyDown={(event) => {
        const part = event.target instanceof Element ? event.target.getAttribute("data-part") : null;
        if (!part) return;
        const cell = Number(part.slice(1));
        if (event.key === "ArrowLeft" || event.key === "ArrowRight") focusPart(event.target as Element, `c${cell + (event.key === "ArrowLeft" ? -1 : 1)}`);
        else if (event.key === "Delete" || event.key === "Backspace" || event.key === "-") put(cell, (count.get(cell) ?? 0) - 1);
        else if (event.key === "+") put(cell, (count.get(cell) ?? 0) + 1);
        else return;
        event.preventDefault();
      }}
      onContextMenu={(event) => {
        const part = event.target instanceof Element ? event.target.closest("[data-part]")?.getAttribute("data-part") : null;
        if (!part) return;
        event.preventDefault();
        const cell = Number(part.slice(1));
        put(cell, (count.get(cell) ?? 0) - 1);
      }}
    >
      <label>
        {t("columns")}{" "}
        <input
          type="number"
          min="1"
          max="60"
          value={view.cells}
          onInput={(event) => {
            const cells = Math.floor(Number(event.currentTarget.value));
            if (cells >= 1 && cells <= 60) onChange({ ...view, cells, coins: view.coins.filter(([cell]) => cell <= cells) });
          }}
        />
      </label>
      <div class="scroll">
        <Picture
          view={view}
          label={t("setUp")}
          onPart={(part) => {
            const cell = Number(part.slice(1));
            put(cell, (count.get(cell) ?? 0) + 1);
          }}
          nameOf={(part) => t("cellCoins", part.slice(1), count.get(Number(part.slice(1))) ?? 0)}
        />
      </div>
    </div>
  );
}
