import type { VNode } from "preact";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { ArrowHead, bends, curve } from "../parts/Picture";
import { Button, wins } from "../parts/small";
import type { Outcome, SolvedFile, SolvedVertex } from "../protocol";
import { decided, why, winning } from "./solved";

/** How far apart vertices are at least, in pixels. */
const APART = 84;
/** Letters of a name that fits beside its vertex. */
const MOST_BESIDE = 8;
/** How many times wider than tall a drawing of many vertices is at most. */
const FLATTEST = 2.2;
/** The scale from which on names can be read, and the most vertices that are named at any. */
const LEGIBLE = 0.45;
const FEW = 60;

/** A drawing of a graph that was solved, which fits its frame at first. */
export function Drawn({ solved, onPick, focus = null }: { solved: SolvedFile; onPick?: (vertex: number) => void; focus?: number | null }): VNode {
  const { vertices, arcs } = solved;
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<{ wide: number; tall: number } | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const look = () => setRoom({ wide: element.clientWidth - 2, tall: innerHeight * 0.7 - 4 });
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const arrow = useId();
  const last = useMemo(() => Math.max(0, ...vertices.map(decided).filter(Number.isFinite)), [solved]);
  const [step, setStep] = useState(last);
  const [strategy, setStrategy] = useState(true);
  const [chosen, setChosen] = useState<number | null>(focus);
  const [zoom, setZoom] = useState(1);
  useEffect(() => {
    setStep(last);
    setChosen(focus);
  }, [solved]);
  const bent = useMemo(() => bends(arcs, true), [solved]);
  const box = useMemo(() => frameOf(vertices), [solved]);
  const at = (vertex: number): [number, number] => {
    const one = vertices[vertex];
    return [((one?.x ?? 0) - box.x) * box.scale + 40, ((one?.y ?? 0) - box.y) * box.scale * box.stretch + 40];
  };
  // Short names stand beside their vertices, where no arc crosses them.
  const longest = useMemo(() => Math.max(0, ...vertices.map((vertex) => named(vertex, true).length)), [solved]);
  const beside = longest <= MOST_BESIDE;
  const wide = box.wide + (beside ? longest * 7 : 0);
  const fit = room ? Math.min(1, room.wide / wide, room.tall / box.tall) : 1;
  const scale = fit * zoom;
  // What could not be read is not written.
  const radius = Math.max(16, Math.min(APART / 2, 3 / scale));
  const written = scale > LEGIBLE || vertices.length < FEW;
  const seen = (vertex: SolvedVertex) => step >= last || decided(vertex) <= step;
  const isBest = (from: number, to: number) => {
    const vertex = vertices[from];
    return strategy && vertex !== undefined && seen(vertex) && winning(vertex).includes(to);
  };
  const one = chosen === null ? undefined : vertices[chosen];
  const because = useMemo(() => (chosen === null ? null : why(solved, chosen)), [solved, chosen]);
  return (
    <>
      {!onPick && <div class="row graph-tools">
        <Button label="−" onClick={() => setZoom(Math.max(1, zoom * 0.8))} />
        <Button label="+" onClick={() => setZoom(Math.min(4 / fit, zoom * 1.25))} />
        <Button label={t("fit")} disabled={zoom === 1} onClick={() => setZoom(1)} />
        <label class="slider">
          {t("step")}
          <input type="range" min="0" max={last} value={step} onInput={(event) => setStep(Number(event.currentTarget.value))} />
        </label>
        <output>{t("stepOf", step, last)}</output>
        <label class="check">
          <input type="checkbox" checked={strategy} onChange={(event) => setStrategy(event.currentTarget.checked)} /> {t("strategy")}
        </label>
      </div>}
      {vertices.some(({ owner }) => owner) && <p class="quiet">{t("ownerShapes")}</p>}
      <div class="graph-frame scroll" ref={frame}>
        <svg class={`graph ${written ? "" : "from-afar"}`} viewBox={`0 0 ${wide} ${box.tall}`} width={wide * scale} height={box.tall * scale} role="group" aria-label={t("graphs")}>
          <ArrowHead id={arrow} />
          {arcs.map((arc, key) => (
            <path
              key={key}
              class={`edge edge-${arc.colour ?? "plain"} ${isBest(arc.from, arc.to) ? "edge-best" : ""}`}
              d={curve(at(arc.from), at(arc.to), bent[key] ?? 0, 19)}
              {...(written ? { "marker-end": `url(#${arrow})` } : {})}
            />
          ))}
          {vertices.map((vertex, key) => {
            const [x, y] = at(key);
            const text = seen(vertex) ? shownOutcome(vertex.outcome) : "?";
            const title = seen(vertex) ? `${vertex.name}: ${wins(vertex.outcome)}${vertex.value ? `, ${vertex.value}` : ""}` : vertex.name;
            const pick = () => (onPick ? onPick(key) : setChosen(key === chosen ? null : key));
            const look = seen(vertex) ? `vertex-${vertex.outcome}` : "vertex-open";
            return (
              <g key={key}>
                <g
                  class={`vertex ${look} ${key === chosen ? "vertex-chosen" : ""}`}
                  role="button"
                  tabindex={0}
                  aria-label={title}
                  onClick={pick}
                  onKeyDown={(event) => {
                    if (event.key !== "Enter" && event.key !== " ") return;
                    event.preventDefault();
                    pick();
                  }}
                >
                  {vertex.owner === "Right" ? <rect x={x - radius + 1} y={y - radius + 1} width={2 * radius - 2} height={2 * radius - 2} /> : <circle cx={x} cy={y} r={radius} />}
                </g>
                {written && <g class={`vertex-text ${look}`} aria-hidden="true">
                  <text class="vertex-letter" x={x} y={y + 4.5} text-anchor="middle">{text}</text>
                  {beside ? (
                    <text class="vertex-name" x={x + 20} y={y + 4.5}>{named(vertex, seen(vertex))}</text>
                  ) : (
                    <text class="vertex-name" x={x} y={y + 30} text-anchor="middle">{named(vertex, seen(vertex))}</text>
                  )}
                </g>}
              </g>
            );
          })}
        </svg>
      </div>
      {one && chosen !== null && (
        <dl class="facts">
          <div><dt>{t("vertex")}</dt><dd>{one.name}</dd></div>
          {one.owner && <div><dt>{t("owner")}</dt><dd>{one.owner === "Left" ? t("left") : t("right")}</dd></div>}
          {one.priority !== null && one.priority !== undefined && <div><dt>{t("priority")}</dt><dd>{one.priority}</dd></div>}
          <div><dt>{t("outcome")}</dt><dd>{one.outcome}: {wins(one.outcome)}{because && `. ${because}`}</dd></div>
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

/** Where the drawing begins, how large it is, and by how much it is drawn apart. */
function frameOf(vertices: SolvedVertex[]): { x: number; y: number; wide: number; tall: number; scale: number; stretch: number } {
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
  const wide = (Math.max(...xs) - x) * scale + 80;
  const tall = (Math.max(...ys) - y) * scale;
  // Layers of many vertices are drawn apart, so that the drawing fills its frame.
  const stretch = vertices.length > FEW ? Math.max(1, wide / FLATTEST / Math.max(tall, 1)) : 1;
  return { x, y, scale, stretch, wide, tall: tall * stretch + 90 };
}

function shownOutcome(outcome: Outcome): string {
  return outcome.replace("Hat", "̂").replace("Check", "̌");
}
