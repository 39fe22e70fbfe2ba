import type { VNode } from "preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { engine, faultOf, type Asked } from "../engine";
import { t } from "../i18n";
import { Arrow, bends, curve } from "../parts/Picture";
import { Button, download, FaultNote, pickFile, wins } from "../parts/small";
import type { Fault, Outcome, SolvedFile, SolvedVertex } from "../protocol";

const EXAMPLE = "a b\na c\nb d\nc d\nd e\nc a\n";
/** How far apart vertices are at least, in pixels. */
const APART = 84;
/** Letters of a name that fits beside its vertex. */
const MOST_BESIDE = 8;

interface Dropped {
  name: string;
  text: string;
}

/** A graph of positions and moves: dropped on the page, drawn and solved. */
export function GraphPage(): VNode {
  const [file, setFile] = useState<Dropped | null>(null);
  const [typed, setTyped] = useState(EXAMPLE);
  const [misere, setMisere] = useState(false);
  const [solved, setSolved] = useState<SolvedFile | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [seconds, setSeconds] = useState<number | null>(null);
  const [over, setOver] = useState(false);
  const work = useRef<Asked | null>(null);
  useEffect(() => {
    if (!file) return;
    work.current?.stop();
    setFault(null);
    setSeconds(0);
    const asked = engine.ask({ ask: "graph", name: file.name, text: file.text, misere }, (told) => {
      if (work.current !== asked) return;
      if (told.event === "graph") setSolved(told);
      if (told.event === "progress") setSeconds(told.seconds);
    });
    work.current = asked;
    const end = (wrong: Fault | null) => {
      if (work.current !== asked) return;
      work.current = null;
      setSeconds(null);
      setFault(wrong);
      if (wrong) setSolved(null);
    };
    asked.done.then(
      () => end(null),
      (error: unknown) => end(faultOf(error)),
    );
  }, [file, misere]);
  useEffect(() => () => work.current?.stop(), []);
  return (
    <div
      class={`page graphs ${over ? "dropping" : ""}`}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const dropped = event.dataTransfer?.files[0];
        if (!dropped) return;
        event.preventDefault();
        void dropped.text().then((text) => setFile({ name: dropped.name, text }));
      }}
    >
      <h1>{t("graphs")}</h1>
      <div class="drop-zone">
        <p>{t("dropGraph")} <Button label={t("chooseFile")} onClick={() => void pickFile("").then((found) => found && setFile(found))} /></p>
        <p class="quiet">{t("dropAnywhere")}</p>
        <details open={!file}>
          <summary>{t("orPaste")}</summary>
          <textarea aria-label={t("orPaste")} rows={6} spellcheck={false} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
          <Button label={t("solve")} class="primary" onClick={() => setFile({ name: "graph.txt", text: typed })} />
        </details>
        <label class="check">
          <input type="checkbox" checked={misere} onChange={(event) => setMisere(event.currentTarget.checked)} /> {t("misereLong")}
        </label>
      </div>
      {seconds !== null && (
        <p class="quiet" role="status">
          {t("running", Math.round(seconds))} <Button label={t("stop")} class="stop" onClick={() => work.current?.stop()} />
        </p>
      )}
      {fault && <FaultNote fault={fault} />}
      {solved && <Solved solved={solved} name={file?.name ?? "graph"} />}
    </div>
  );
}

function Solved({ solved, name }: { solved: SolvedFile; name: string }): VNode {
  const facts = solved.analysis.graph;
  const counts = facts?.outcomes ?? [];
  const text = solved.table ?? "";
  const rows = useMemo(() => table(text), [solved]);
  return (
    <section class="solved">
      {facts && (
        <p>
          {t("vertices", facts.vertices, facts.arcs)}
          {counts.filter(([, count]) => count > 0).map(([outcome, count]) => (
            <span key={outcome} title={wins(outcome)}> · {outcome}: {count}</span>
          ))}
        </p>
      )}
      {solved.vertices.length > 0 ? <Drawn solved={solved} /> : <p class="quiet">{t("notDrawn")}</p>}
      <details open={solved.vertices.length === 0}>
        <summary>{t("table")}</summary>
        <div class="scroll tall">
          <table class="plain">
            <thead><tr>{(rows[0] ?? []).map((cell) => <th key={cell} scope="col">{cell}</th>)}</tr></thead>
            <tbody>
              {rows.slice(1, 1001).map((row, at) => (
                <tr key={at}>{row.map((cell, column) => <td key={column}>{cell}</td>)}</tr>
              ))}
            </tbody>
          </table>
        </div>
        <Button label={`${t("download")} (CSV)`} onClick={() => download(`${name}.solved.csv`, "text/csv", text)} />
      </details>
    </section>
  );
}

/** The rows of a CSV as the engine writes it. */
export function table(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === ",") {
      row.push(cell);
      cell = "";
    } else if (letter === "\n") {
      rows.push([...row, cell]);
      row = [];
      cell = "";
    } else if (letter !== "\r") cell += letter;
  }
  if (cell !== "" || row.length > 0) rows.push([...row, cell]);
  return rows;
}

/** When retrograde analysis decides a vertex; never in a draw. */
export function decided(vertex: SolvedVertex): number {
  const known = vertex.remoteness.filter((one): one is number => one !== null && one !== undefined);
  return known.length > 0 ? Math.max(...known) : Infinity;
}

function Drawn({ solved }: { solved: SolvedFile }): VNode {
  const { vertices, arcs } = solved;
  const arrow = useId();
  const last = useMemo(() => Math.max(0, ...vertices.map(decided).filter(Number.isFinite)), [solved]);
  const [step, setStep] = useState(last);
  const [strategy, setStrategy] = useState(true);
  const [chosen, setChosen] = useState<number | null>(null);
  const [zoom, setZoom] = useState(1);
  useEffect(() => {
    setStep(last);
    setChosen(null);
  }, [solved]);
  const bent = useMemo(() => bends(arcs, true), [solved]);
  const box = useMemo(() => frameOf(vertices), [solved]);
  const at = (vertex: number): [number, number] => {
    const one = vertices[vertex];
    return [((one?.x ?? 0) - box.x) * box.scale + 40, ((one?.y ?? 0) - box.y) * box.scale + 40];
  };
  // Short names stand beside their vertices, where no arc crosses them.
  const longest = useMemo(() => Math.max(0, ...vertices.map((vertex) => named(vertex, true).length)), [solved]);
  const beside = longest <= MOST_BESIDE;
  const wide = box.wide + (beside ? longest * 7 : 0);
  const seen = (vertex: SolvedVertex) => step >= last || decided(vertex) <= step;
  const isBest = (from: number, to: number) => {
    const vertex = vertices[from];
    return strategy && vertex !== undefined && seen(vertex) && winning(vertex).includes(to);
  };
  const one = chosen === null ? undefined : vertices[chosen];
  return (
    <>
      <div class="row graph-tools">
        <Button label="−" onClick={() => setZoom(Math.max(0.2, zoom * 0.8))} />
        <Button label="+" onClick={() => setZoom(Math.min(4, zoom * 1.25))} />
        <label class="slider">
          {t("step")}
          <input type="range" min="0" max={last} value={step} onInput={(event) => setStep(Number(event.currentTarget.value))} />
        </label>
        <output>{t("stepOf", step, last)}</output>
        <label class="check">
          <input type="checkbox" checked={strategy} onChange={(event) => setStrategy(event.currentTarget.checked)} /> {t("strategy")}
        </label>
      </div>
      {vertices.some(({ owner }) => owner) && <p class="quiet">{t("ownerShapes")}</p>}
      <div class="graph-frame scroll">
        <svg class="graph" viewBox={`0 0 ${wide} ${box.tall}`} width={wide * zoom} height={box.tall * zoom} role="group" aria-label={t("graphs")}>
          <Arrow id={arrow} />
          {arcs.map((arc, key) => (
            <path
              key={key}
              class={`edge edge-${arc.colour ?? "plain"} ${isBest(arc.from, arc.to) ? "edge-best" : ""}`}
              d={curve(at(arc.from), at(arc.to), bent[key] ?? 0, 19)}
              marker-end={`url(#${arrow})`}
            />
          ))}
          {vertices.map((vertex, key) => {
            const [x, y] = at(key);
            const text = seen(vertex) ? shownOutcome(vertex.outcome) : "?";
            const title = seen(vertex) ? `${vertex.name}: ${wins(vertex.outcome)}${vertex.value ? `, ${vertex.value}` : ""}` : vertex.name;
            const pick = () => setChosen(key === chosen ? null : key);
            const look = seen(vertex) ? `vertex-${vertex.outcome}` : "vertex-open";
            return (
              <g key={key}>
                <g
                  class={`vertex ${look} ${key === chosen ? "vertex-chosen" : ""}`}
                  role="button"
                  tabIndex={0}
                  aria-label={title}
                  onClick={pick}
                  onKeyDown={(event) => {
                    if (event.key !== "Enter" && event.key !== " ") return;
                    event.preventDefault();
                    pick();
                  }}
                >
                  {vertex.owner === "Right" ? <rect x={x - 15} y={y - 15} width="30" height="30" /> : <circle cx={x} cy={y} r="16" />}
                </g>
                <g class={`vertex-text ${look}`} aria-hidden="true">
                  <text class="vertex-letter" x={x} y={y + 4.5} text-anchor="middle">{text}</text>
                  {beside ? (
                    <text class="vertex-name" x={x + 20} y={y + 4.5}>{named(vertex, seen(vertex))}</text>
                  ) : (
                    <text class="vertex-name" x={x} y={y + 30} text-anchor="middle">{named(vertex, seen(vertex))}</text>
                  )}
                </g>
              </g>
            );
          })}
        </svg>
      </div>
      {one && (
        <dl class="facts">
          <div><dt>{t("vertex")}</dt><dd>{one.name}</dd></div>
          {one.owner && <div><dt>{t("owner")}</dt><dd>{one.owner === "Left" ? t("left") : t("right")}</dd></div>}
          {one.priority !== null && one.priority !== undefined && <div><dt>{t("priority")}</dt><dd>{one.priority}</dd></div>}
          <div><dt>{t("outcome")}</dt><dd>{one.outcome}: {wins(one.outcome)}</dd></div>
          {one.value && <div><dt>{t("value")}</dt><dd>{one.value}</dd></div>}
          {!one.owner && <div><dt>{t("remoteness")}</dt><dd>{[...new Set(one.remoteness.map((many) => many ?? "∞"))].join(", ")}</dd></div>}
          <div><dt>{t("bestMove")}</dt><dd>{[...new Set(one.best.filter((to, player) => !one.owner || typeof to === "number" || (player === 0) === (one.owner === "Left")).map((to) => (to === null || to === undefined ? "–" : (vertices[to]?.name ?? "–"))))].join(", ")}</dd></div>
        </dl>
      )}
    </>
  );
}

/** A vertex's name and priority, and its value where that may be seen. */
function named(vertex: SolvedVertex, seen: boolean): string {
  const { name, priority } = vertex;
  const text = priority === null || priority === undefined ? name : `${name} (${priority})`;
  return seen && vertex.value ? `${text} ${vertex.value}` : text;
}

/** The best moves of those who win when they move first. */
export function winning({ outcome, best }: SolvedVertex): number[] {
  const [left, right] = best;
  const found: number[] = [];
  if (typeof left === "number" && ["N", "L", "NHat"].includes(outcome)) found.push(left);
  if (typeof right === "number" && ["N", "R", "NCheck"].includes(outcome)) found.push(right);
  return found;
}

/** Where the drawing begins, how large it is, and by how much it is drawn apart. */
function frameOf(vertices: SolvedVertex[]): { x: number; y: number; wide: number; tall: number; scale: number } {
  const xs = vertices.map(({ x }) => x);
  const ys = vertices.map(({ y }) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  let least = Infinity;
  for (let one = 0; one < Math.min(vertices.length, 400); one++) {
    for (let other = 0; other < one; other++) {
      const far = Math.hypot((xs[one] ?? 0) - (xs[other] ?? 0), (ys[one] ?? 0) - (ys[other] ?? 0));
      if (far > 0) least = Math.min(least, far);
    }
  }
  const scale = Number.isFinite(least) ? Math.max(APART / least, 0.8) : 1;
  return { x, y, scale, wide: (Math.max(...xs) - x) * scale + 80, tall: (Math.max(...ys) - y) * scale + 90 };
}

function shownOutcome(outcome: Outcome): string {
  return outcome.replace("Hat", "̂").replace("Check", "̌");
}
