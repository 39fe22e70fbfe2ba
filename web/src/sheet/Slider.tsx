import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { sheet, type SheetCell } from "./sheet";
import { slid } from "./slid";

/** Milliseconds between two values that are computed while a slider moves. */
const BETWEEN = 80;

/** What changes a number that is given a name, and with it the cells that need it. */
export function Slider({ cell }: { cell: SheetCell }): VNode | null {
  const found = cell.result.value.state === "new" ? null : slid(cell.source.value);
  const value = found?.value ?? 0;
  const [around, setAround] = useState({ low: 0, high: 0 });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const fits = value >= around.low && value <= around.high && around.high > 0;
  useEffect(() => {
    if (found && !fits) setAround({ low: Math.min(0, 2 * value), high: Math.max(20, 2 * value) });
  }, [value, !found]);
  if (!found) return null;
  const { low, high } = found.range ?? around;
  return (
    <input
      class="number-slider"
      type="range"
      aria-label={found.name}
      min={low}
      max={high}
      value={value}
      onInput={({ currentTarget }) => {
        sheet.typed(cell);
        cell.source.value = `${found.head}${currentTarget.value}${found.tail}`;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => sheet.jobs.run([cell]), BETWEEN);
      }}
    />
  );
}
