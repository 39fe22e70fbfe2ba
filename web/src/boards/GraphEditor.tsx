import type { VNode } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { ArrowHead, bends, curve } from "../parts/Picture";
import { Button } from "../parts/small";
import type { Colour, Player, View } from "../protocol";
import { drawing, tidied, viewOf, withEdge, withoutEdge, withoutVertex, withVertex, type Drawing, type GraphView } from "./graphs";

type Tool = "edge" | "move" | "delete" | "colour" | "token";
type Chosen = { kind: "vertex" | "edge"; at: number } | null;

const UNIT = 64;
const MARGIN = 46;
/** The most vertices and edges that are set up by hand. */
const MOST = 200;
const COLOURS: Colour[] = ["blue", "red", "green"];
const OWNERS: (Player | null)[] = [null, "Left", "Right"];

interface Props {
  view: GraphView;
  game: string;
  onChange: (view: View) => void;
}

/** A graph that is drawn by hand: edges on the ground, vertices with owners, tokens. */
export function GraphEditor({ view, onChange }: Props): VNode {
  const bush = view.view === "hackenbush";
  const directed = view.view === "graph" && view.directed;
  const tinted = bush || view.edges.some(({ colour }) => colour);
  const owned = !bush && !directed;
  const [drawn, setDrawn] = useState<Drawing>(() => drawing(view));
  const mine = useRef<GraphView | null>(null);
  const [tool, setTool] = useState<Tool>("edge");
  const [colour, setColour] = useState<Colour>("blue");
  const [begin, setBegin] = useState<number | null>(null);
  const [chosen, setChosen] = useState<Chosen>(null);
  const [pointer, setPointer] = useState<[number, number] | null>(null);
  const drag = useRef<number | null>(null);
  const frame = useRef<SVGSVGElement>(null);
  const arrow = useId();
  // What comes from elsewhere is drawn anew; one's own drawing stays where it is.
  useEffect(() => {
    if (mine.current !== view) setDrawn(drawing(view));
  }, [view]);
  const change = (next: Drawing) => {
    const clean = bush ? tidied(next) : next;
    const made = viewOf(clean, view);
    mine.current = made;
    setDrawn(clean);
    setChosen(null);
    setBegin(null);
    onChange(made);
  };

  const xs = drawn.places.map(([x]) => x);
  const ys = drawn.places.slice(bush ? 1 : 0).map(([, y]) => y);
  const low: [number, number] = [Math.min(-0.5, ...xs), Math.min(bush ? -1 : -0.5, ...ys)];
  const high: [number, number] = [Math.max(2.5, ...xs), bush ? 0 : Math.max(1.5, ...ys)];
  const wide = (high[0] - low[0]) * UNIT + 2 * MARGIN;
  const tall = (high[1] - low[1]) * UNIT + 2 * MARGIN;
  const ground = tall - MARGIN;
  const pixel = ([x, y]: [number, number]): [number, number] => [(x - low[0]) * UNIT + MARGIN, (y - low[1]) * UNIT + MARGIN];
  const at = (vertex: number, other = vertex): [number, number] => {
    if (bush && vertex === 0) return [pixel(drawn.places[other] ?? [0, 0])[0], ground];
    return pixel(drawn.places[vertex] ?? [0, 0]);
  };
  const place = (event: MouseEvent): [number, number] => {
    const matrix = frame.current?.getScreenCTM();
    if (!matrix) return [0, 0];
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [(x - MARGIN) / UNIT + low[0], (y - MARGIN) / UNIT + low[1]];
  };
  /** The vertex at a place; the ground of a bush is one. */
  const vertexAt = ([x, y]: [number, number]): number | null => {
    const near = drawn.places.findIndex(([px, py], vertex) => (vertex > 0 || !bush) && Math.hypot(px - x, py - y) < 0.3);
    if (near >= 0) return near;
    return bush && y > -0.18 ? 0 : null;
  };
  const tint = tinted ? colour : null;

  const down = (event: PointerEvent) => {
    const here = place(event);
    const vertex = vertexAt(here);
    setPointer(here);
    if (tool === "move") {
      drag.current = vertex === 0 && bush ? null : vertex;
      return;
    }
    if (tool !== "edge") return;
    if (begin !== null) return;
    if (vertex !== null) setBegin(vertex);
    else if (!bush && drawn.vertices.length < MOST) change(withVertex(drawn, here));
  };
  const moved = (event: PointerEvent) => {
    const here = place(event);
    if (begin !== null) setPointer(here);
    const vertex = drag.current;
    if (vertex === null) return;
    const kept: [number, number] = bush ? [here[0], Math.min(-0.3, here[1])] : here;
    setDrawn({ ...drawn, places: drawn.places.toSpliced(vertex, 1, kept) });
  };
  const up = (event: PointerEvent) => {
    if (drag.current !== null) {
      drag.current = null;
      mine.current = viewOf(drawn, view);
      onChange(mine.current);
      return;
    }
    if (tool !== "edge" || begin === null || drawn.edges.length >= MOST) return;
    const here = place(event);
    const vertex = vertexAt(here);
    // A click on where it began waits for the second click.
    if (vertex === begin && pointer && Math.hypot(pointer[0] - here[0], pointer[1] - here[1]) < 0.1 && !event.shiftKey) return;
    if (vertex !== null && (vertex !== begin || bush)) {
      if (vertex !== begin || vertex !== 0) change(withEdge(drawn, begin, vertex, tint));
    } else if (vertex === null) {
      change(withEdge(withVertex(drawn, here), begin, drawn.vertices.length, tint));
    }
  };

  const pickEdge = (edge: number) => {
    if (tool === "delete") change(withoutEdge(drawn, edge));
    else if (tool === "colour" && tinted) paint(edge);
    else setChosen({ kind: "edge", at: edge });
  };
  const paint = (edge: number) => {
    const one = drawn.edges[edge];
    if (one) change({ ...drawn, edges: drawn.edges.toSpliced(edge, 1, { ...one, colour }) });
  };
  const pickVertex = (vertex: number) => {
    if (tool === "delete" && !(bush && vertex === 0)) change(withoutVertex(drawn, vertex));
    else if (tool === "colour" && owned) {
      const next = OWNERS[(OWNERS.indexOf(drawn.owners[vertex] ?? null) + 1) % OWNERS.length] ?? null;
      change({ ...drawn, owners: drawn.owners.toSpliced(vertex, 1, next) });
    } else if (tool === "token" && directed) {
      const one = drawn.vertices[vertex];
      if (one) change({ ...drawn, vertices: drawn.vertices.toSpliced(vertex, 1, { ...one, tokens: (one.tokens + 1) % 10 }) });
    } else setChosen({ kind: "vertex", at: vertex });
  };
  /** The keyboard: Enter begins and ends an edge, letters colour, Delete deletes. */
  const keys = (kind: "vertex" | "edge", which: number) => (event: KeyboardEvent) => {
    const tintKey: Record<string, Colour> = { b: "blue", l: "blue", r: "red", g: "green", e: "green" };
    const named = tintKey[event.key];
    if (event.key === "Delete" || event.key === "Backspace") {
      if (kind === "edge") change(withoutEdge(drawn, which));
      else if (!(bush && which === 0)) change(withoutVertex(drawn, which));
    } else if (named && kind === "edge" && tinted) {
      const one = drawn.edges[which];
      if (one) change({ ...drawn, edges: drawn.edges.toSpliced(which, 1, { ...one, colour: named }) });
    } else if (event.key === "Enter" || event.key === " ") {
      if (kind === "edge") pickEdge(which);
      else if (tool !== "edge") pickVertex(which);
      else if (begin === null) setBegin(which);
      else if (begin !== which) change(withEdge(drawn, begin, which, tint));
      else setBegin(null);
    } else if (event.key === "n" && kind === "vertex") {
      // A new vertex beside this one.
      const [x, y] = drawn.places[which] ?? [0, 0];
      const room: [number, number] = bush ? [which === 0 ? Math.max(0, ...xs) + 1 : x, (which === 0 ? 0 : y) - 1] : [Math.max(0, ...xs) + 1, y];
      change(withEdge(withVertex(drawn, room), which, drawn.vertices.length, tint));
    } else if (event.key === "Escape") setBegin(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const bent = bends(drawn.edges, directed);
  const tools: [Tool, string][] = [
    ["edge", t("addEdge")],
    ["move", t("movePart")],
    ...(tinted || owned ? ([["colour", t("paint")]] as [Tool, string][]) : []),
    ...(directed ? ([["token", t("token")]] as [Tool, string][]) : []),
    ["delete", t("removePart")],
  ];
  return (
    <div class="editor-graph">
      <div class="row">
        <span class="palette" role="group" aria-label={t("tool")}>
          {tools.map(([one, name]) => (
            <Button key={one} label={name} pressed={tool === one} onClick={() => (setTool(one), setBegin(null))} />
          ))}
        </span>
        {tinted && (
          <span class="palette" role="group" aria-label={t("paint")}>
            {COLOURS.map((one) => (
              <button key={one} type="button" class={`letter tint-${one}`} aria-pressed={one === colour} aria-label={tintName(one)} title={tintName(one)} onClick={() => setColour(one)}>
                {one === "blue" ? "L" : one === "red" ? "R" : "E"}
              </button>
            ))}
          </span>
        )}
      </div>
      <svg
        ref={frame}
        class={`canvas tool-${tool}`}
        viewBox={`0 0 ${wide} ${tall}`}
        width={wide}
        height={tall}
        role="group"
        aria-label={t("setUp")}
        onPointerDown={down}
        onPointerMove={moved}
        onPointerUp={up}
      >
        {directed && <ArrowHead id={arrow} />}
        {bush && (
          <g class={`part-live ${begin === 0 ? "mark-chosen" : ""}`} role="button" tabindex={0} aria-label={t("ground")} data-part="ground" onKeyDown={keys("vertex", 0)}>
            <rect class="ground-zone" x="0" y={ground - 8} width={wide} height={MARGIN + 8} />
            <line class="ground" x1="6" x2={wide - 6} y1={ground} y2={ground} />
          </g>
        )}
        {drawn.edges.map((edge, key) => {
          const loop = bush && edge.from === 0 && edge.to === 0;
          const path = loop ? `M${MARGIN} ${ground}c-6 -50 44 -50 36 0` : curve(at(edge.from, edge.to), at(edge.to, edge.from), bent[key] ?? 0, directed ? 17 : 0);
          return (
            <g
              key={`e${key}`}
              class={`part-live ${chosen?.kind === "edge" && chosen.at === key ? "mark-chosen" : ""}`}
              role="button"
              tabindex={0}
              data-part={`e${key}`}
              aria-label={`${t("edgeName", edge.from, edge.to)}${edge.colour ? `, ${tintName(edge.colour)}` : ""}`}
              onClick={() => pickEdge(key)}
              onKeyDown={keys("edge", key)}
            >
              <path class="edge-wide" d={path} />
              <path class={`edge ${bush ? "bush" : ""} edge-${edge.colour ?? "plain"}`} d={path} {...(directed ? { "marker-end": `url(#${arrow})` } : {})} />
            </g>
          );
        })}
        {begin !== null && pointer && <line class="rubber" x1={begin === 0 && bush ? pixel(pointer)[0] : at(begin)[0]} y1={at(begin)[1]} x2={pixel(pointer)[0]} y2={pixel(pointer)[1]} />}
        {drawn.vertices.map((vertex, key) => {
          if (bush && key === 0) return null;
          const [x, y] = at(key);
          const owner = drawn.owners[key];
          const side = owner === "Left" ? "left" : owner === "Right" ? "right" : "plain";
          const marked = begin === key || (chosen?.kind === "vertex" && chosen.at === key);
          return (
            <g
              key={`v${key}`}
              class={`part-live ${marked ? "mark-chosen" : ""}`}
              role="button"
              tabindex={0}
              data-part={`v${key}`}
              aria-label={`${t("vertexName", vertex.label || key)}${owner ? `, ${t(side === "left" ? "left" : "right")}` : ""}${vertex.tokens ? `, ${t("token")} ${vertex.tokens}` : ""}`}
              onClick={() => tool !== "edge" && pickVertex(key)}
              onKeyDown={keys("vertex", key)}
            >
              <circle class={`knot knot-${side}`} cx={x} cy={y} r={bush ? 8 : 14} />
              {vertex.tokens > 0 && <circle class="coin" cx={x} cy={y} r="9" />}
              <text class={`knot-label knot-label-${side}`} x={x} y={y + 4} text-anchor="middle">
                {vertex.tokens > 1 ? vertex.tokens : vertex.tokens === 1 ? "" : owner === "Left" ? "L" : owner === "Right" ? "R" : vertex.label}
              </text>
            </g>
          );
        })}
      </svg>
      <p class="quiet">{t("graphKeys")}</p>
    </div>
  );
}

function tintName(colour: Colour): string {
  return t(colour === "blue" ? "colourBlue" : colour === "red" ? "colourRed" : "colourGreen");
}
