import type { ComponentProps, VNode } from "preact";
import { useId } from "preact/hooks";
import { t } from "../i18n";
import type { GraphEdge, Vertex, View } from "../protocol";
import { whose } from "./board";

/** The way that a piece goes, from part to part. */
export interface Arrow {
  from: string;
  to: string;
  kind: string;
}

/** What can be done with the parts of a picture. */
export interface Hands {
  /** Something is clicked, or chosen by the keyboard. */
  onPart?: (part: string) => void;
  /** The pointer enters or leaves. */
  onOver?: (part: string | null) => void;
  /** Parts that are marked, with the class of their mark. */
  marks?: ReadonlyMap<string, string>;
  arrows?: readonly Arrow[] | undefined;
  /** What a part is called; parts without a name cannot be chosen. */
  nameOf?: (part: string) => string | undefined;
}

interface Props extends Hands {
  view: View;
  game?: string | null | undefined;
  /** Pixels of a cell. */
  size?: number;
  label?: string;
}

const CELL = 36;
/** Rows of stones that are drawn one by one. */
const MOST_STONES = 40;

/** A position as it is shown. */
export function Picture(props: Props): VNode {
  const { view } = props;
  switch (view.view) {
    case "board":
      return <Grid {...props} rows={view.rows.map((row) => [...row])} draw={(letter) => piece(letter, props.game ?? "")} />;
    case "herds":
      return <Grid {...props} rows={view.rows.map((row) => row.map(String))} draw={herd} />;
    case "heaps":
      return <Heaps {...props} heaps={view.heaps} shape={view.shape} />;
    case "coins":
      return <Coins {...props} cells={view.cells} coins={view.coins} />;
    case "circle":
      return <Circle {...props} points={view.points} chords={view.chords} />;
    case "graph":
      return <Graph {...props} vertices={view.vertices} edges={view.edges} directed={view.directed} />;
    case "hackenbush":
      return <Bush {...props} edges={view.edges} places={view.places ?? []} />;
    case "text":
      return <code class="picture-text">{view.text}</code>;
  }
}

/** Several pictures side by side, as of a sum. */
export function Pictures({ views, size, label }: { views: View[]; size?: number; label?: string }): VNode {
  return (
    <span class="pictures">
      {views.map((view, key) => (
        <span key={key} class="summand">
          {key > 0 && <span class="plus" aria-hidden="true">+</span>}
          <Picture view={view} {...(size ? { size } : {})} {...(label && key === 0 ? { label } : {})} />
        </span>
      ))}
    </span>
  );
}

/** What makes an SVG part a button where it can be chosen. */
function part(name: string, hands: Hands): ComponentProps<"g"> & { "data-part"?: string } {
  const mark = hands.marks?.get(name);
  const title = hands.nameOf?.(name);
  const classes = `part${mark ? ` mark-${mark}` : ""}${title && hands.onPart ? " part-live" : ""}`;
  if (!title || !hands.onPart) return { class: classes };
  return {
    class: classes,
    role: "button",
    tabindex: 0,
    "aria-label": title,
    "data-part": name,
    onClick: () => hands.onPart?.(name),
    onMouseEnter: () => hands.onOver?.(name),
    onMouseLeave: () => hands.onOver?.(null),
    onFocus: () => hands.onOver?.(name),
    onBlur: () => hands.onOver?.(null),
    onKeyDown: (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        hands.onPart?.(name);
      }
    },
  };
}

function Frame(props: { wide: number; tall: number; scale: number; label?: string | undefined; live: boolean; children: unknown }): VNode {
  const { wide, tall, scale } = props;
  return (
    <svg
      class="picture"
      viewBox={`0 0 ${wide} ${tall}`}
      width={wide * scale}
      height={tall * scale}
      role={props.live ? "group" : "img"}
      aria-label={props.label ?? t("position")}
    >
      {props.children as VNode}
    </svg>
  );
}

/** Arrows over a picture, whose parts are at these places. */
function Arrows({ arrows = [], at }: { arrows?: readonly Arrow[] | undefined; at: (one: number, other: number) => [number, number] }): VNode {
  const place = (part: string): [number, number] => {
    const [one = 0, other = 0] = [...part.matchAll(/\d+/g)].map(Number);
    return at(one, other);
  };
  return (
    <g aria-hidden="true">
      {arrows.map(({ from, to, kind }) => {
        const [[x, y], [u, v]] = [place(from), place(to)];
        const length = Math.hypot(u - x, v - y) || 1;
        const [dx, dy] = [(u - x) / length, (v - y) / length];
        const along = (far: number, side: number) => `${x + dx * far - dy * side} ${y + dy * far + dx * side}`;
        const [neck, tip] = [length - 12, length - 3];
        return <path key={`${from} ${to}`} class={`journey journey-${kind}`} d={`M${along(5, 1.5)}L${along(neck, 1.5)} ${along(neck, 5)} ${along(tip, 0)} ${along(neck, -5)} ${along(neck, -1.5)} ${along(5, -1.5)}z`} />;
      })}
    </g>
  );
}

function scaleOf(size: number | undefined): number {
  return (size ?? CELL) / CELL;
}

function piece(letter: string, game: string): VNode | null {
  const owner = whose(letter, game);
  if (owner === "free") return null;
  if (owner === "wall") return <rect class="wall-cell" x="0" y="0" width={CELL} height={CELL} />;
  if (letter === "!") return <rect class="poison" x="2" y="2" width={CELL - 4} height={CELL - 4} />;
  return (
    <>
      <circle class={`stone stone-${owner}`} cx={CELL / 2} cy={CELL / 2} r={CELL * 0.36} />
      <text class="stone-letter" x={CELL / 2} y={CELL / 2 + 5} text-anchor="middle">{letter}</text>
    </>
  );
}

function herd(text: string): VNode | null {
  const count = Number(text);
  if (count === 0) return null;
  return (
    <>
      <circle class={`stone stone-${count > 0 ? "left" : "right"}`} cx={CELL / 2} cy={CELL / 2} r={CELL * 0.36} />
      <text class="stone-letter" x={CELL / 2} y={CELL / 2 + 5} text-anchor="middle">{Math.abs(count)}</text>
    </>
  );
}

function Grid(props: Props & { rows: string[][]; draw: (letter: string) => VNode | null }): VNode {
  const columns = Math.max(1, ...props.rows.map((row) => row.length));
  const rows = Math.max(1, props.rows.length);
  return (
    <Frame wide={columns * CELL + 2} tall={rows * CELL + 2} scale={scaleOf(props.size)} label={props.label} live={!!props.onPart}>
      {props.rows.map((row, at) =>
        row.map((letter, column) => (
          <g key={`${at}.${column}`} transform={`translate(${column * CELL + 1} ${at * CELL + 1})`} {...part(`r${at}c${column}`, props)}>
            <rect class="cell-square" x="0" y="0" width={CELL} height={CELL} />
            {props.draw(letter)}
            <rect class="cell-mark" x="1.5" y="1.5" width={CELL - 3} height={CELL - 3} />
          </g>
        )),
      )}
      <Arrows arrows={props.arrows} at={(row, column) => [(column + 0.5) * CELL + 1, (row + 0.5) * CELL + 1]} />
    </Frame>
  );
}

function Heaps(props: Props & { heaps: string[]; shape: string }): VNode {
  if (props.shape === "rectangles") return <Cakes {...props} />;
  if (props.shape === "pins") return <Pins {...props} />;
  const sizes = props.heaps.map((heap) => Number(heap));
  const tallest = Math.min(MOST_STONES, Math.max(1, ...sizes));
  const unit = tallest > 12 ? Math.max(5, 150 / tallest) : 13;
  const wide = Math.max(1, sizes.length) * 44;
  const tall = tallest * unit + 26;
  return (
    <Frame wide={wide} tall={tall} scale={scaleOf(props.size)} label={props.label} live={!!props.onPart}>
      {sizes.map((size, at) => {
        const drawn = Math.min(size, MOST_STONES);
        return (
          <g key={at}>
            {!props.onPart && <path class="pebble" d={Array.from({ length: drawn }, (_, stone) => `M${at * 44 + 7} ${tall - 22 - (stone + 1) * unit}h30v${unit - 2}h-30z`).join("")} />}
            {Array.from({ length: props.onPart ? drawn : 0 }, (_, stone) => (
              <g key={stone} {...part(`h${at}s${stone}`, props)}>
                <rect class="pebble" x={at * 44 + 7} y={tall - 22 - (stone + 1) * unit} width="30" height={unit - 2} rx={Math.min(5, unit / 3)} />
              </g>
            ))}
            <text class="tick" x={at * 44 + 22} y={tall - 7} text-anchor="middle">{props.heaps[at]}</text>
          </g>
        );
      })}
      {sizes.length === 0 && <text class="tick" x="22" y={tall - 7} text-anchor="middle">0</text>}
    </Frame>
  );
}

function Pins(props: Props & { heaps: string[] }): VNode {
  const sizes = props.heaps.map((heap) => Math.min(Number(heap), 80));
  const wide = Math.max(1, sizes.reduce((sum, size) => sum + size + 1, 0)) * 18;
  let at = 0;
  return (
    <Frame wide={wide} tall={52} scale={scaleOf(props.size)} label={props.label} live={!!props.onPart}>
      {sizes.map((size, row) => {
        const begin = at;
        at += size + 1;
        return (
          <g key={row}>
            {Array.from({ length: size }, (_, pin) => (
              <g key={pin} transform={`translate(${(begin + pin) * 18 + 9} 4)`} {...part(`h${row}s${pin}`, props)}>
                <path class="pin" d="M6 0a5 5 0 0 1 2.500 9.200c0 4 4.500 8 2 18q-.800 3-4.500 3t-4.500-3c-2.500-10 2-14 2-18A5 5 0 0 1 6 0z" />
              </g>
            ))}
            <text class="tick" x={(begin + size / 2) * 18 + 12} y="48" text-anchor="middle">{props.heaps[row]}</text>
          </g>
        );
      })}
    </Frame>
  );
}

function Cakes(props: Props & { heaps: string[] }): VNode {
  const pairs: [number, number][] = [];
  for (let at = 0; at + 1 < props.heaps.length; at += 2) pairs.push([Number(props.heaps[at]), Number(props.heaps[at + 1])]);
  const most = Math.max(1, ...pairs.flat());
  const unit = Math.min(22, 160 / most);
  const wide = pairs.reduce((sum, [, columns]) => sum + columns * unit + 14, 0) + 2;
  const tall = Math.max(1, ...pairs.map(([rows]) => rows)) * unit + 22;
  let x = 1;
  return (
    <Frame wide={Math.max(wide, 30)} tall={tall} scale={scaleOf(props.size)} label={props.label} live={false}>
      {pairs.map(([rows, columns], at) => {
        const begin = x;
        x += columns * unit + 14;
        const lines = [];
        if (unit > 4) {
          for (let row = 1; row < rows; row++) lines.push(`M${begin} ${1 + row * unit}h${columns * unit}`);
          for (let column = 1; column < columns; column++) lines.push(`M${begin + column * unit} 1v${rows * unit}`);
        }
        return (
          <g key={at}>
            <rect class="cake" x={begin} y="1" width={columns * unit} height={rows * unit} />
            <path class="cake-line" d={lines.join("")} />
            <text class="tick" x={begin + (columns * unit) / 2} y={rows * unit + 15} text-anchor="middle">{`${rows}×${columns}`}</text>
          </g>
        );
      })}
    </Frame>
  );
}

function Coins(props: Props & { cells: number; coins: [number, number][] }): VNode {
  const count = new Map(props.coins);
  const cells = Math.min(Math.max(props.cells, 1), 200);
  return (
    <Frame wide={cells * CELL + 2} tall={CELL + 20} scale={scaleOf(props.size)} label={props.label} live={!!props.onPart}>
      {Array.from({ length: cells }, (_, place) => {
        const coins = count.get(place + 1) ?? 0;
        return (
          <g key={place} transform={`translate(${place * CELL + 1} 1)`} {...part(`c${place + 1}`, props)}>
            <rect class="cell-square" x="0" y="0" width={CELL} height={CELL} />
            {coins > 0 && <circle class="coin" cx={CELL / 2} cy={CELL / 2} r={CELL * 0.34} />}
            {coins > 1 && <text class="coin-count" x={CELL / 2} y={CELL / 2 + 5} text-anchor="middle">{coins}</text>}
            <rect class="cell-mark" x="1.5" y="1.5" width={CELL - 3} height={CELL - 3} />
            <text class="tick" x={CELL / 2} y={CELL + 14} text-anchor="middle">{place + 1}</text>
          </g>
        );
      })}
      <Arrows arrows={props.arrows} at={(cell) => [(cell - 0.5) * CELL + 1, CELL / 2 + 1]} />
    </Frame>
  );
}

function Circle(props: Props & { points: number; chords: [number, number][] }): VNode {
  const reach = 90;
  const at = (point: number): [number, number] => {
    const angle = (2 * Math.PI * (point - 1)) / Math.max(props.points, 1) - Math.PI / 2;
    return [reach * Math.cos(angle) + 110, reach * Math.sin(angle) + 110];
  };
  return (
    <Frame wide={220} tall={220} scale={scaleOf(props.size)} label={props.label} live={false}>
      <circle class="ring" cx="110" cy="110" r={reach} />
      {props.chords.map(([from, to], key) => {
        const [one, other] = [at(from), at(to)];
        return <line key={key} class="edge" x1={one[0]} y1={one[1]} x2={other[0]} y2={other[1]} />;
      })}
      {Array.from({ length: Math.min(props.points, 400) }, (_, point) => {
        const [x, y] = at(point + 1);
        return <circle key={point} class="knot" cx={x} cy={y} r="4" />;
      })}
    </Frame>
  );
}

const UNIT = 56;

function bounds(places: [number, number][]): { x: number; y: number; wide: number; tall: number } {
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  const x = Math.min(0, ...xs);
  const y = Math.min(0, ...ys);
  return { x, y, wide: Math.max(0, ...xs) - x, tall: Math.max(0, ...ys) - y };
}

/** An edge as a curve; parallel ones bend apart, loops go around. */
export function curve(from: [number, number], to: [number, number], bend: number, short = 0): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < 1) {
    const reach = 26 + 8 * Math.abs(bend);
    return `M${from[0] - 8} ${from[1] - 8}c${-reach} ${-reach} ${reach + 16} ${-reach} 16 0`;
  }
  const [nx, ny] = [-dy / length, dx / length];
  const middle = [from[0] + dx / 2 + nx * bend * 22, from[1] + dy / 2 + ny * bend * 22];
  // The arrow ends at the rim of the vertex.
  const [ex, ey] = [to[0] - (middle[0] ?? 0), to[1] - (middle[1] ?? 0)];
  const rest = Math.hypot(ex, ey) || 1;
  const end = [to[0] - (ex / rest) * short, to[1] - (ey / rest) * short];
  return `M${from[0]} ${from[1]}Q${middle[0]} ${middle[1]} ${end[0]} ${end[1]}`;
}

/** How each edge bends so that parallel ones are seen. */
export function bends(edges: GraphEdge[], directed: boolean): number[] {
  const seen = new Map<string, number>();
  const total = new Map<string, number>();
  const key = ({ from, to }: GraphEdge) => (from < to ? `${from}-${to}` : `${to}-${from}`);
  for (const edge of edges) total.set(key(edge), (total.get(key(edge)) ?? 0) + 1);
  return edges.map((edge) => {
    const name = key(edge);
    const at = seen.get(name) ?? 0;
    seen.set(name, at + 1);
    const all = total.get(name) ?? 1;
    if (all === 1) return 0;
    const bend = at - (all - 1) / 2;
    return directed || edge.from < edge.to ? (edge.from < edge.to ? bend : -bend) : bend;
  });
}

function Graph(props: Props & { vertices: Vertex[]; edges: GraphEdge[]; directed: boolean }): VNode {
  const places = props.vertices.map(({ x, y }): [number, number] => [x ?? 0, y ?? 0]);
  const box = bounds(places);
  const at = (vertex: number): [number, number] => {
    const [x, y] = places[vertex] ?? [0, 0];
    return [(x - box.x) * UNIT + 26, (y - box.y) * UNIT + 26];
  };
  const bent = bends(props.edges, props.directed);
  const arrow = useId();
  return (
    <Frame wide={box.wide * UNIT + 52} tall={box.tall * UNIT + 52} scale={scaleOf(props.size)} label={props.label} live={!!props.onPart}>
      {props.directed && <ArrowHead id={arrow} />}
      {props.edges.map((edge, key) => (
        <g key={`e${key}`} {...part(`e${key}`, props)}>
          <path class={`edge edge-${edge.colour ?? "plain"}`} d={curve(at(edge.from), at(edge.to), bent[key] ?? 0, props.directed ? 15 : 0)} {...(props.directed ? { "marker-end": `url(#${arrow})` } : {})} />
        </g>
      ))}
      {props.vertices.map((vertex, key) => {
        const [x, y] = at(key);
        const owner = vertex.owner === "Left" ? "left" : vertex.owner === "Right" ? "right" : "plain";
        const text = vertex.tokens ? (vertex.tokens > 1 ? String(vertex.tokens) : "") : "";
        return (
          <g key={`v${key}`} {...part(`v${key}`, props)}>
            <circle class={`knot knot-${owner}`} cx={x} cy={y} r="13" />
            {(vertex.tokens ?? 0) > 0 && <circle class="coin" cx={x} cy={y} r="8" />}
            <text class={`knot-label knot-label-${owner}`} x={x} y={y + 4} text-anchor="middle">{text || (vertex.tokens ? "" : vertex.label)}</text>
          </g>
        );
      })}
      <Arrows arrows={props.arrows} at={at} />
    </Frame>
  );
}

export function ArrowHead({ id }: { id: string }): VNode {
  return (
    <defs>
      <marker id={id} viewBox="0 0 10 10" refX="8" refY="5" markerUnits="userSpaceOnUse" markerWidth="11" markerHeight="11" orient="auto-start-reverse">
        <path class="arrow-head" d="M0 0 10 5 0 10z" />
      </marker>
    </defs>
  );
}

function Bush(props: Props & { edges: GraphEdge[]; places: [number, number][] }): VNode {
  // Heights are above the ground, which is at the bottom.
  const places = props.places;
  const highest = Math.max(0.6, ...places.slice(1).map(([, height]) => height));
  const xs = places.slice(1).map(([x]) => x);
  const [low, high] = [Math.min(0, ...xs), Math.max(0, ...xs)];
  const wide = (high - low) * UNIT + 70;
  const tall = highest * UNIT + 36;
  const at = (vertex: number, other: number): [number, number] => {
    const [x, height] = (vertex === 0 ? places[other] : places[vertex]) ?? [0, 0];
    return [(x - low) * UNIT + 35, tall - 14 - (vertex === 0 ? 0 : height * UNIT)];
  };
  const bent = bends(props.edges, false);
  return (
    <Frame wide={wide} tall={tall} scale={scaleOf(props.size)} label={props.label} live={!!props.onPart}>
      <line class="ground" x1="4" x2={wide - 4} y1={tall - 14} y2={tall - 14} />
      {props.edges.map((edge, key) => {
        const [from, to] = [at(edge.from, edge.to), at(edge.to, edge.from)];
        const path = edge.from === 0 && edge.to === 0 ? `M${wide / 2 - 16} ${tall - 14}c-6 -44 38 -44 32 0` : curve(from, to, bent[key] ?? 0);
        return (
          <g key={`e${key}`} {...part(`e${key}`, props)}>
            <path class="edge-wide" d={path} />
            <path class={`edge bush edge-${edge.colour ?? "green"}`} d={path} />
          </g>
        );
      })}
      {places.map((_, key) => {
        if (key === 0 || !props.edges.some(({ from, to }) => from === key || to === key)) return null;
        const [x, y] = at(key, key);
        return <circle key={`v${key}`} class="twig" cx={x} cy={y} r="4" />;
      })}
    </Frame>
  );
}
