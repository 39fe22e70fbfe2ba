import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { engine } from "../engine";
import { t } from "../i18n";
import type { Player, Winner } from "../protocol";
import { shared, type Line } from "./variations";

const nameOf = (player: Player): string => t(player === "Left" ? "left" : "right");

/** A position of a game that is played, and who is to move there. */
export interface Turn {
  position: string;
  mover: Player;
}

/** Who wins each position, as far as that is known. */
export function useWinners(turns: Turn[], misere: boolean): Winner[] {
  const [winners, setWinners] = useState<Winner[]>([]);
  useEffect(() => {
    if (turns.length < 2) return setWinners([]);
    let live = true;
    const positions = turns.map(({ position, mover }): [string, Player] => [position, mover]);
    const asked = engine.ask({ ask: "review", positions, misere }, (reply) => {
      if (live && reply.event === "winners") setWinners(reply.winners);
    });
    asked.done.catch(() => undefined);
    return () => {
      live = false;
      asked.stop();
    };
  }, [turns.map(({ position, mover }) => `${mover} ${position}`).join(" "), misere]);
  return winners;
}

/** The moves at which a player who was winning stopped to be. */
export function mistakes(movers: Player[], winners: Winner[]): number[] {
  return movers.flatMap((mover, at) => {
    const mine: Winner = mover === "Left" ? "left" : "right";
    const [before, after] = [winners[at], winners[at + 1]];
    const gone = before === mine && after !== undefined && after !== mine && after !== "unknown";
    return gone ? [at] : [];
  });
}

interface RecordProps {
  turns: Turn[];
  winners: Winner[];
  onGo: (turn: number) => void;
}

/** A bar of who was winning after every move. */
export function WinnerBar({ turns, winners, onGo }: RecordProps): VNode {
  const wrong = mistakes(turns.map(({ mover }) => mover), winners);
  return (
    <ol class="who" aria-label={t("who")}>
      {turns.map((_, at) => {
        const winner = winners[at] ?? "unknown";
        const name = winner === "draw" ? t("wins_D") : t(winner);
        const label = `${at === 0 ? t("start") : t("moveNumber", at)}: ${name}`;
        return (
          <li key={at}>
            <button type="button" class={`who-${winner}`} title={label} aria-label={label} disabled={at === turns.length - 1} onClick={() => onGo(at)}>
              {wrong.includes(at - 1) ? "?!" : winner === "unknown" ? "?" : winner === "draw" ? "=" : name.charAt(0)}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

interface Lines {
  variations: Line[];
  onChoose: (line: Line) => void;
}

/** The moves of the line that is played, and the variations that can be chosen again. */
export function Record({ turns, winners, onGo, variations, onChoose }: RecordProps & Lines): VNode {
  const wrong = mistakes(turns.map(({ mover }) => mover), winners);
  const line = turns.slice(1).map(({ position }) => position);
  return (
    <section class="record" aria-label={t("record")}>
      <h2>{t("record")}</h2>
      <ol class="record-moves">
        {line.map((position, at) => {
          const mover = turns[at]?.mover ?? "Left";
          return (
            <li key={at} class={wrong.includes(at) ? "wrong-move" : ""}>
              <button type="button" class="crumb" title={t("moveNumber", at + 1)} onClick={() => onGo(at + 1)}>
                <b>{nameOf(mover)}</b> <code>{position}</code>
              </button>
              {wrong.includes(at) && <span class="quiet">{t("lostHere", at + 1, nameOf(mover))}</span>}
            </li>
          );
        })}
      </ol>
      {variations.length > 0 && (
        <>
          <h3>{t("variations")}</h3>
          <ul class="variations">
            {variations.map((one) => {
              const from = shared(one, line);
              return (
                <li key={one.join(" ")}>
                  <button type="button" class="crumb" onClick={() => onChoose(one)}>
                    <b>{t("moveNumber", from + 1)}</b> {one.slice(from).map((position, at) => <code key={at}>{position}</code>)}
                  </button>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
}
