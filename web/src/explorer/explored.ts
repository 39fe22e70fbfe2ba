/** What was explored already; the oldest is forgotten first. */
import { useEffect, useRef, useState } from "preact/hooks";
import { engine, faultOf, type PendingRequest } from "../engine";
import type { Explored, Fault, Node } from "../protocol";

const known = new Map<string, Explored>();
const MOST_KNOWN = 200;

export interface State {
  found: Explored | null;
  fault: Fault | null;
  /** Whether more will be told. */
  busy: boolean;
  stop: () => void;
}

/** Explores a subject; what is known is told as it becomes known. */
export function useExplored(subject: string | null): State {
  const work = useRef<PendingRequest | null>(null);
  const stop = () => work.current?.stop();
  const [state, setState] = useState<Omit<State, "stop"> & { of: string | null }>({ of: null, found: null, fault: null, busy: false });
  useEffect(() => {
    if (!subject) return;
    const before = known.get(subject);
    if (before) {
      setState({ of: subject, found: before, fault: null, busy: false });
      return;
    }
    let live = true;
    let last: Explored | null = null;
    const tell = (fault: Fault | null, busy: boolean) => live && setState({ of: subject, found: last, fault, busy });
    tell(null, true);
    const asked = engine.ask({ ask: "explore", subject, cell: null, scaffolds: false }, (event) => {
      if (event.event !== "explored") return;
      last = event;
      tell(null, true);
    });
    work.current = asked;
    asked.done.then(
      () => {
        if (last) known.set(subject, last);
        const oldest = known.keys().next();
        if (known.size > MOST_KNOWN && !oldest.done) known.delete(oldest.value);
        tell(null, false);
      },
      (error: unknown) => tell(faultOf(error), false),
    );
    return () => {
      live = false;
      asked.stop();
    };
  }, [subject]);
  if (!subject) return { found: null, fault: null, busy: false, stop };
  return state.of === subject ? { ...state, stop } : { found: null, fault: null, busy: true, stop };
}

const natural = new Intl.Collator("en", { numeric: true });
const WINS: Record<"left" | "right" | "both", readonly string[]> = { left: ["L", "P"], right: ["R", "P"], both: ["P"] };

/** Moves that win first, then sensible ones; those alike in the order in which one counts. */
export function inOrder(nodes: readonly Node[], side: "left" | "right" | "both"): Node[] {
  const rank = (node: Node) => (node.outcome && WINS[side].includes(node.outcome) ? 0 : 2) + (node.sensible ? 0 : 1);
  return [...nodes].sort((one, other) => rank(one) - rank(other) || natural.compare(one.subject, other.subject));
}

/** Whether both players have the same options. */
export function isImpartial({ left, right }: Explored): boolean {
  if (left.length === 0 || left.length !== right.length) return false;
  const subjects = new Set(left.map(({ subject }) => subject));
  return right.every(({ subject }) => subjects.has(subject));
}
