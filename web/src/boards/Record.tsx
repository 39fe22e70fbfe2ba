import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { engine } from "../engine";
import { t } from "../i18n";
import type { Player, Winner } from "../protocol";

const nameOf = (player: Player): string => t(player === "Left" ? "left" : "right");

/** A position of a game that is played, and who is to move there. */
export interface Turn {
  position: string;
  mover: Player;
}

interface RecordProps {
  turns: Turn[];
  misere: boolean;
  onGo: (turn: number) => void;
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

const BANDS: Winner[] = ["left", "draw", "right"];

/** Who was winning after every move. */
export function Record({ turns, misere, onGo }: RecordProps): VNode {
  const [winners, setWinners] = useState<Winner[]>([]);
  useEffect(() => {
    let live = true;
    const positions = turns.map(({ position, mover }): [string, Player] => [position, mover]);
    const asked = engine.ask({ ask: "review", positions, misere }, (told) => {
      if (live && told.event === "winners") setWinners(told.winners);
    });
    asked.done.catch(() => undefined);
    return () => {
      live = false;
      asked.stop();
    };
  }, [turns.map(({ position }) => position).join(" "), misere]);
  const wrong = mistakes(turns.map(({ mover }) => mover), winners);
  const [wide, tall] = [Math.max(turns.length * 34, 120), 96];
  const y = (winner: Winner) => 26 + BANDS.indexOf(winner) * 28;
  const points = winners.map((winner, at) => ({ winner, x: 90 + at * 34 })).filter(({ winner }) => winner !== "unknown");
  return (
    <section class="record">
      <h2>{t("who")}</h2>
      <div class="scroll">
        <svg viewBox={`0 0 ${wide + 100} ${tall}`} width={wide + 100} height={tall} role="img" aria-label={`${t("who")}: ${winners.map((winner) => winnerName(winner)).join(", ")}`}>
          {BANDS.map((band) => (
            <g key={band}>
              <line class="grid" x1="80" x2={wide + 90} y1={y(band)} y2={y(band)} />
              <text class="tick" x="74" y={y(band) + 4} text-anchor="end">{winnerName(band)}</text>
            </g>
          ))}
          <polyline class="who-line" points={points.map(({ x, winner }) => `${x},${y(winner)}`).join(" ")} />
          {points.map(({ x, winner }) => <circle key={x} class={`who who-${winner}`} cx={x} cy={y(winner)} r="5" />)}
          {wrong.map((at) => <text key={at} class="blunder" x={90 + (at + 1) * 34} y={y(winners[at + 1] ?? "draw") - 8} text-anchor="middle">?!</text>)}
        </svg>
      </div>
      <ol class="record-moves">
        {turns.slice(1).map(({ position }, at) => {
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
    </section>
  );
}

function winnerName(winner: Winner): string {
  return winner === "draw" ? t("wins_D") : t(winner);
}
