import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { Button } from "./small";

interface Props {
  values: ArrayLike<number>;
  /** The heap of the first value. */
  first: number;
  label: string;
  /** Colours by the remainder of the heap. */
  period?: number | null;
  tall?: number;
}

interface Window {
  from: number;
  to: number;
}

const EDGE = { left: 46, right: 10, top: 10, bottom: 24 };

/** Marks on an axis: round numbers. */
export function marks(from: number, to: number, most: number): number[] {
  const span = Math.max(to - from, 1);
  const rough = span / most;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? power * 10;
  const found: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) found.push(at);
  return found;
}

/** A million values are drawn at once: each column of pixels is touched as often as it has values. */
export function Scatter({ values, first, label, period, tall = 240 }: Props): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = first + Math.max(values.length - 1, 0);
  const [view, setView] = useState<Window>({ from: first, to: last });
  const [over, setOver] = useState<number | null>(null);
  const [wide, setWide] = useState(640);
  const drag = useRef<{ x: number; view: Window } | null>(null);
  useEffect(() => setView({ from: first, to: last }), [values, first, last]);

  useEffect(() => {
    const element = canvas.current?.parentElement;
    if (!element) return;
    const watch = new ResizeObserver(() => setWide(Math.max(200, Math.floor(element.clientWidth))));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  useEffect(() => {
    const frame = requestAnimationFrame(() => canvas.current && draw(canvas.current, values, first, view, period ?? null));
    return () => cancelAnimationFrame(frame);
  }, [values, first, view, wide, period]);

  const move = (from: number, to: number) => {
    const span = Math.min(Math.max(to - from, Math.min(10, last - first)), last - first);
    const begin = Math.min(Math.max(from, first), last - span);
    setView({ from: begin, to: begin + span });
  };
  const zoom = (by: number, around = (view.from + view.to) / 2) => move(around - (around - view.from) * by, around + (view.to - around) * by);
  const at = (event: MouseEvent): number => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return view.from;
    const part = (event.clientX - box.left - EDGE.left) / (box.width - EDGE.left - EDGE.right);
    return view.from + part * (view.to - view.from);
  };
  const heap = over === null ? null : Math.min(Math.max(Math.round(over), first), last);
  const value = heap === null ? undefined : values[heap - first];
  return (
    <figure class="scatter">
      <canvas
        ref={canvas}
        width={wide}
        height={tall}
        style={{ height: `${tall}px` }}
        role="img"
        tabIndex={0}
        aria-label={t("plotOf", label, Math.round(view.from), Math.round(view.to))}
        onWheel={(event) => {
          event.preventDefault();
          zoom(event.deltaY > 0 ? 1.25 : 0.8, at(event));
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, view };
        }}
        onPointerMove={(event) => {
          setOver(at(event));
          if (!drag.current) return;
          const { x, view: before } = drag.current;
          const by = ((x - event.clientX) / Math.max(wide - EDGE.left - EDGE.right, 1)) * (before.to - before.from);
          move(before.from + by, before.to + by);
        }}
        onPointerUp={() => (drag.current = null)}
        onPointerLeave={() => setOver(null)}
        onKeyDown={(event) => {
          const step = (view.to - view.from) / 10;
          if (event.key === "+" || event.key === "=") zoom(0.5);
          else if (event.key === "-") zoom(2);
          else if (event.key === "0") move(first, last);
          else if (event.key === "ArrowLeft") move(view.from - step, view.to - step);
          else if (event.key === "ArrowRight") move(view.from + step, view.to + step);
          else return;
          event.preventDefault();
        }}
      />
      <figcaption>
        <span class="zoom">
          <Button label="+" onClick={() => zoom(0.5)} />
          <Button label="−" onClick={() => zoom(2)} />
          <Button label="0" onClick={() => move(first, last)} />
        </span>
        <span class="quiet">{heap !== null && value !== undefined ? t("heapValue", heap, value) : t("zoomHint")}</span>
      </figcaption>
    </figure>
  );
}

/** Colours of remainders that the colour-blind tell apart (Okabe and Ito). */
const TINTS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

function draw(canvas: HTMLCanvasElement, values: ArrayLike<number>, first: number, view: Window, period: number | null): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const ratio = devicePixelRatio || 1;
  const wide = canvas.clientWidth;
  const tall = canvas.clientHeight;
  canvas.width = Math.round(wide * ratio);
  canvas.height = Math.round(tall * ratio);
  context.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const ink = style.getPropertyValue("--quiet") || "#666";
  const dot = style.getPropertyValue("--blue") || TINTS[0] || "#0072b2";
  context.clearRect(0, 0, wide, tall);
  const begin = Math.max(0, Math.floor(view.from - first));
  const end = Math.min(values.length, Math.ceil(view.to - first) + 1);
  let low = 0;
  let high = 1;
  for (let at = begin; at < end; at++) {
    const value = values[at] ?? 0;
    if (value > high) high = value;
    if (value < low) low = value;
  }
  const inside = { wide: wide - EDGE.left - EDGE.right, tall: tall - EDGE.top - EDGE.bottom };
  const x = (heap: number) => EDGE.left + ((heap - view.from) / Math.max(view.to - view.from, 1e-9)) * inside.wide;
  const y = (value: number) => EDGE.top + inside.tall - ((value - low) / (high - low)) * inside.tall;
  context.font = "11px system-ui, sans-serif";
  context.fillStyle = ink;
  context.strokeStyle = ink;
  context.globalAlpha = 0.18;
  context.beginPath();
  const across = marks(view.from, view.to, Math.max(2, inside.wide / 80));
  const up = marks(low, high, Math.max(2, inside.tall / 36));
  for (const mark of across) {
    context.moveTo(x(mark), EDGE.top);
    context.lineTo(x(mark), EDGE.top + inside.tall);
  }
  for (const mark of up) {
    context.moveTo(EDGE.left, y(mark));
    context.lineTo(EDGE.left + inside.wide, y(mark));
  }
  context.stroke();
  context.globalAlpha = 1;
  context.textAlign = "center";
  for (const mark of across) {
    const half = context.measureText(String(mark)).width / 2;
    context.fillText(String(mark), Math.min(x(mark), wide - half - 2), tall - 8);
  }
  context.textAlign = "right";
  for (const mark of up) context.fillText(String(mark), EDGE.left - 6, y(mark) + 4);
  const count = end - begin;
  const size = count > 20_000 ? 1 : count > 2000 ? 1.6 : count > 300 ? 2.4 : 4;
  const tinted = period !== null && period > 1 && period <= TINTS.length;
  // Of values that fall on the same pixel one is drawn.
  const pixels = new Uint8Array(Math.ceil(wide * 2) * Math.ceil(tall * 2));
  const stride = Math.ceil(wide * 2);
  context.fillStyle = dot;
  for (let at = begin; at < end; at++) {
    const [px, py] = [x(first + at), y(values[at] ?? 0)];
    const cell = Math.floor(py * 2) * stride + Math.floor(px * 2);
    if (pixels[cell]) continue;
    pixels[cell] = 1;
    if (tinted) context.fillStyle = TINTS[(first + at) % period] ?? dot;
    context.fillRect(px - size / 2, py - size / 2, size, size);
  }
}
