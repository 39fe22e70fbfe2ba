/** What positions look like, as the engine says. */
import { useEffect, useState } from "preact/hooks";
import { engine, faultOf } from "../engine";
import type { Fault, Position } from "../protocol";

const known = new Map<string, Promise<Position>>();
const MOST_KNOWN = 500;

/** A position, asked for once. */
export function viewOf(text: string): Promise<Position> {
  const before = known.get(text);
  if (before) return before;
  const found = engine.one({ ask: "view", position: text }, "viewed");
  found.catch(() => known.delete(text));
  known.set(text, found);
  const oldest = known.keys().next();
  if (known.size > MOST_KNOWN && !oldest.done) known.delete(oldest.value);
  return found;
}

/** What is seen of a position; that of the one before until it is known. */
export function useView(text: string | null): { position: Position | null; isCurrent: boolean; fault: Fault | null } {
  const [state, setState] = useState<{ position: Position | null; of: string | null; fault: Fault | null }>({ position: null, of: null, fault: null });
  useEffect(() => {
    if (text === null) return;
    let live = true;
    viewOf(text).then(
      (position) => live && setState({ position, of: text, fault: null }),
      (error: unknown) => live && setState((before) => ({ ...before, of: text, fault: faultOf(error) })),
    );
    return () => {
      live = false;
    };
  }, [text]);
  return { position: state.position, isCurrent: state.of === text && !state.fault, fault: state.of === text ? state.fault : null };
}
