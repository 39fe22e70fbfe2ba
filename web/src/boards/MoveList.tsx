import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { engine, faultOf, type PendingRequest } from "../engine";
import { t } from "../i18n";
import { Picture, Pictures } from "../parts/Picture";
import { FaultNote, RESULTS, Working } from "../parts/small";
import type { Fault, Move, Moves, Player, View } from "../protocol";

/** Moves that are shown before the rest is asked for. */
const SHOWN = 60;

/** The moves of a player, as they become known. */
export function useMoves(position: string, mover: Player, misere: boolean): { moves: Moves | null; fault: Fault | null; done: boolean; stop: () => void } {
  const work = useRef<PendingRequest | null>(null);
  const stop = () => work.current?.stop();
  const [state, setState] = useState<{ moves: Moves | null; fault: Fault | null; done: boolean; of: string }>({ moves: null, fault: null, done: false, of: "" });
  const key = `${mover} ${String(misere)} ${position}`;
  useEffect(() => {
    let live = true;
    let moves: Moves | null = null;
    const asked = engine.ask({ ask: "moves", position, mover, misere, level: 1000, seed: 0 }, (reply) => {
      if (!live || reply.event !== "moves") return;
      moves = reply;
      setState({ moves: reply, fault: null, done: false, of: key });
    });
    work.current = asked;
    asked.done.then(
      () => live && setState({ moves, fault: null, done: true, of: key }),
      (error: unknown) => live && setState({ moves, fault: faultOf(error), done: true, of: key }),
    );
    return () => {
      live = false;
      asked.stop();
    };
  }, [key]);
  // What is known of another position is of no use.
  return state.of === key ? { ...state, stop } : { moves: null, fault: null, done: false, stop };
}

interface ListProps {
  position: string;
  views: View[];
  mover: Player;
  misere: boolean;
}

/** The moves of a player, coloured by what becomes of them. */
export function MoveList({ position, mover, misere }: ListProps): VNode {
  const { moves, fault, done, stop } = useMoves(position, mover, misere);
  if (!moves) return fault ? <FaultNote fault={fault} /> : <Working onStop={stop} />;
  return <MoveButtons moves={moves} hints done={done} />;
}

interface ButtonsProps {
  moves: Moves;
  hints: boolean;
  done: boolean;
  onMove?: (move: Move) => void;
  onOver?: (move: Move | null) => void;
}

/** Each move as a picture of what it leads to. */
export function MoveButtons({ moves, hints, done, onMove, onOver }: ButtonsProps): VNode {
  const [all, setAll] = useState(false);
  const shown = all ? moves.moves : moves.moves.slice(0, SHOWN);
  if (moves.moves.length === 0) return <p class="quiet">{t("noMoves")}</p>;
  return (
    <>
      <ul class="moves">
        {shown.map((move) => {
          const result = hints ? move.result : null;
          const word = !hints ? "" : result ? t(RESULTS[result].key) : done ? t("undecided") : "…";
          const far = hints && move.remoteness !== null && move.remoteness !== undefined ? t("inMoves", move.remoteness) : "";
          const title = [move.position, word, far].filter((part) => part !== "").join(", ");
          return (
            <li key={move.position}>
              <button
                type="button"
                class={`move ${result ? `move-${result}` : ""}`}
                title={title}
                  onClick={() => onMove?.(move)}
                {...(onMove ? {} : { "aria-disabled": true })}
                onMouseEnter={() => onOver?.(move)}
                onMouseLeave={() => onOver?.(null)}
                onFocus={() => onOver?.(move)}
                onBlur={() => onOver?.(null)}
              >
                <After move={move} />
                {hints && (
                  <span class="move-result">
                    {result ? `${RESULTS[result].sign} ${t(RESULTS[result].key)}` : word} {far}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      {moves.moves.length > shown.length && (
        <button type="button" class="button" onClick={() => setAll(true)}>{t("showMore")}</button>
      )}
      {moves.more && <p class="quiet">{t("moreExist")}</p>}
    </>
  );
}

/** What a move leads to: of a sum the summand that is changed. */
function After({ move }: { move: Move }): VNode {
  const { summand, views } = move;
  const one = summand === null || summand === undefined ? undefined : views[summand];
  if (one) return <Picture view={one} size={20} label={move.position} />;
  return views.length === 0 ? <code class="picture-text">0</code> : <Pictures views={views} size={20} label={move.position} />;
}
