import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { VNode } from "preact";
import { t } from "../i18n";
import type { Corner, Plot } from "../protocol";
import { exportPng, exportSvg } from "./export";
import { Button } from "./small";

const WIDTH = 320;
const HEIGHT = 220;
const EDGE = { right: 14, top: 14, bottom: 30 };

/** How wide a text beside the axis is at most: letters of 11 pixels. */
const LETTER = 6.6;

/** Room for the temperatures beside the axis: fractions of them may be long. */
export function roomFor(labels: Iterable<string>): number {
  const longest = Math.max(0, ...[...labels].map((text) => text.length));
  return Math.min(Math.max(34, 10 + longest * LETTER), WIDTH / 3);
}

/** The value of a wall at a temperature: walls are straight between their corners. */
export function wallAt(wall: Corner[], at: number): number {
  // Corners go from the mast down.
  const first = wall[0];
  if (!first) return 0;
  if (at >= first.t) return first.x;
  for (let place = 1; place < wall.length; place++) {
    const above = wall[place - 1];
    const below = wall[place];
    if (!above || !below) break;
    if (at >= below.t) {
      const part = above.t === below.t ? 0 : (above.t - at) / (above.t - below.t);
      return above.x + part * (below.x - above.x);
    }
  }
  return wall[wall.length - 1]?.x ?? 0;
}

/** A thermograph to look at, with a line that cools the game. Larger values are to the left. */
export function Thermograph({ plot, onScaffolds }: { plot: Plot; onScaffolds?: (on: boolean) => void }): VNode {
  const top = plot.mast.t;
  const picture = useRef<SVGSVGElement>(null);
  const [heat, setHeat] = useState(0);
  const [scaffolds, setScaffolds] = useState(false);
  useEffect(() => setHeat(0), [plot]);
  const scale = useMemo(() => scales(plot, scaffolds), [plot, scaffolds]);
  const { x, y, low, high, edge } = scale;
  const path = (corners: Corner[]) => corners.map((corner) => `${x(corner.x)},${y(corner.t)}`).join(" ");
  const mast: Corner = { ...plot.mast, t: high };
  const labels = ticks(plot);
  const heats = [...new Map([...plot.left, ...plot.right].map((corner) => [corner.t, corner.temperature])).entries()];
  // Labels that would lie upon each other are left out, those of low temperatures first.
  const labelled = new Set<string>();
  let lowest = -Infinity;
  for (const [at, text] of [...heats].sort(([one], [other]) => other - one)) {
    if (y(at) - lowest < 11) continue;
    labelled.add(text);
    lowest = y(at);
  }
  const left = wallAt(plot.left, heat);
  const right = wallAt(plot.right, heat);
  return (
    <figure class="thermograph">
      <svg ref={picture} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${t("thermograph")}: ${t("mean")} ${plot.mast.value}, ${t("temperature")} ${plot.mast.temperature}`}>
        <line class="axis" x1={edge} x2={WIDTH - EDGE.right} y1={y(0)} y2={y(0)} />
        {heats.map(([at, text]) => (
          <g key={text}>
            <line class="grid" x1={edge} x2={WIDTH - EDGE.right} y1={y(at)} y2={y(at)} />
            {labelled.has(text) && <text class="tick" x={edge - 4} y={y(at) + 3.5} text-anchor="end">{text}</text>}
          </g>
        ))}
        {labels.map(({ at, text }) => (
          <g key={text}>
            <line class="grid" x1={x(at)} x2={x(at)} y1={EDGE.top} y2={HEIGHT - EDGE.bottom} />
            <text class="tick" x={x(at)} y={HEIGHT - EDGE.bottom + 14} text-anchor="middle">{text}</text>
          </g>
        ))}
        {scaffolds && (plot.scaffolds ?? []).map((line, key) => <polyline key={key} class="scaffold" points={path(line)} />)}
        <polyline class="wall wall-left" points={path([mast, ...plot.left])} />
        <polyline class="wall wall-right" points={path([mast, ...plot.right])} />
        {heat !== 0 && (
          <g class="cooling">
            <line x1={edge} x2={WIDTH - EDGE.right} y1={y(heat)} y2={y(heat)} />
            <circle class="dot-left" cx={x(left)} cy={y(heat)} r="4" />
            <circle class="dot-right" cx={x(right)} cy={y(heat)} r="4" />
          </g>
        )}
      </svg>
      <figcaption>
        <label class="slider">
          {t("cool")}
          <input
            type="range"
            min={Math.max(low, 0)}
            max={Math.max(high, 0.001)}
            step={(Math.max(high, 0.001) - Math.max(low, 0)) / 96}
            value={heat}
            onInput={(event) => setHeat(snapped(Number(event.currentTarget.value), heats.map(([at]) => at), high))}
          />
        </label>
        <output>
          {heat >= top && top > 0
            ? t("frozen", round(heat), plot.mast.value)
            : t("cooled", round(heat), labelAt(plot.left, heat, plot.mast), labelAt(plot.right, heat, plot.mast))}
        </output>
        {onScaffolds && (
          <label class="check">
            <input
              type="checkbox"
              checked={scaffolds}
              onChange={(event) => {
                setScaffolds(event.currentTarget.checked);
                onScaffolds(event.currentTarget.checked);
              }}
            />
            {t("scaffolds")}
          </label>
        )}
        <span class="row">
          <Button label={t("exportSvg")} class="link" onClick={() => picture.current && exportSvg(picture.current, "thermograph")} />
          <Button label={t("exportPng")} class="link" onClick={() => picture.current && void exportPng(picture.current, "thermograph")} />
        </span>
      </figcaption>
    </figure>
  );
}

function snapped(heat: number, at: number[], high: number): number {
  const near = at.find((one) => Math.abs(one - heat) < high / 60);
  return near !== undefined && near > 0 ? near : heat;
}

function round(heat: number): string {
  return String(Math.round(heat * 100) / 100);
}

/** What a wall is at a temperature: exactly where it is upright or has a corner. */
export function labelAt(wall: Corner[], heat: number, mast: Corner): string {
  const below = wall.findIndex(({ t }) => t <= heat);
  const under = wall[below];
  const over = wall[below - 1];
  if (under && under.t === heat) return under.value;
  if (under && !over) return mast.value;
  if (under && over && under.value === over.value) return under.value;
  const last = wall[wall.length - 1];
  if (!under) return last?.value ?? mast.value;
  return `≈ ${Math.round((value(mast.value) + wallAt(wall, heat)) * 1000) / 1000}`;
}

function value(text: string): number {
  const [above, below] = text.split("/");
  return Number(above) / Number(below ?? 1);
}

function ticks(plot: Plot): { at: number; text: string }[] {
  const found = new Map<string, number>();
  for (const { x, value } of [plot.mast, ...plot.left, ...plot.right]) found.set(value, x);
  const all = [...found].map(([text, at]) => ({ at, text })).sort((a, b) => a.at - b.at);
  // Labels that would lie upon each other are left out, those of the mast and the feet last.
  const width = (all[all.length - 1]?.at ?? 0) - (all[0]?.at ?? 0);
  const kept: typeof all = [];
  for (const tick of all) {
    const last = kept[kept.length - 1];
    if (!last || width === 0 || tick.at - last.at > width / 9) kept.push(tick);
  }
  return kept;
}

function scales(plot: Plot, scaffolds: boolean) {
  const corners = [plot.mast, ...plot.left, ...plot.right, ...(scaffolds ? (plot.scaffolds ?? []).flat() : [])];
  const xs = corners.map((corner) => corner.x);
  const ts = [plot.mast, ...plot.left, ...plot.right].map((corner) => corner.t);
  const low = Math.min(0, ...ts);
  const top = Math.max(0, ...ts);
  const high = top + Math.max((top - low) * 0.25, 0.5);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  const half = Math.max((Math.max(...xs) - Math.min(...xs)) / 2, 0.5) * 1.08;
  const edge = roomFor([plot.mast, ...plot.left, ...plot.right].map((corner) => corner.temperature));
  const wide = WIDTH - edge - EDGE.right;
  const tall = HEIGHT - EDGE.top - EDGE.bottom;
  return {
    edge,
    low,
    high,
    x: (at: number) => edge + wide / 2 - ((at - middle) / half) * (wide / 2),
    y: (at: number) => EDGE.top + ((high - Math.min(at, high)) / (high - low)) * tall,
  };
}
