import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { engine, faultOf } from "../engine";
import { t } from "../i18n";
import { Picture } from "../parts/Picture";
import { Button, FaultNote } from "../parts/small";
import type { Fault, How, Move, Player, Position, View, Winner } from "../protocol";
import { candidates, live, touched, whole } from "./moves";
import { MoveButtons, useMoves } from "./MoveList";

const other = (player: Player): Player => (player === "Left" ? "Right" : "Left");
const nameOf = (player: Player): string => t(player === "Left" ? "left" : "right");

interface Turn {
  position: Position;
  mover: Player;
  /** How the engine found the move that led here. */
  how?: How | null;
}

/** A game against the engine, or between two at the same table. */
export function Play({ start, onEnd }: { start: Position; onEnd: () => void }): VNode {
  const [first, setFirst] = useState<Player>("Left");
  const [you, setYou] = useState<Player | null>("Left");
  const [misere, setMisere] = useState(false);
  const [hints, setHints] = useState(false);
  const [level, setLevel] = useState(1000);
  const [turns, setTurns] = useState<Turn[]>([{ position: start, mover: "Left" }]);
  const [fault, setFault] = useState<Fault | null>(null);
  const [thinking, setThinking] = useState(false);
  const [clicks, setClicks] = useState<string[]>([]);
  const [over, setOver] = useState<Move | null>(null);
  const turn = turns[turns.length - 1] ?? { position: start, mover: first };
  const { moves, fault: unknown, done } = useMoves(turn.position.position, turn.mover, misere);
  const mine = you === null || turn.mover === you;
  const views = turn.position.summands.map(({ view }) => view);
  const ended = moves !== null && moves.moves.length === 0;

  useEffect(() => {
    setClicks([]);
    setOver(null);
  }, [turns, misere]);

  const make = async (text: string, how?: How | null) => {
    try {
      const position = await engine.one({ ask: "view", position: text }, "viewed");
      setTurns((before) => (before[before.length - 1] === turn ? [...before, { position, mover: other(turn.mover), how: how ?? null }] : before));
      setFault(null);
    } catch (error) {
      setFault(faultOf(error));
    }
  };
  const choose = async () => {
    setThinking(true);
    try {
      const { position, how } = await engine.one({ ask: "choose", position: turn.position.position, mover: turn.mover, misere, level }, "chosen");
      if (position) await make(position, how ?? null);
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setThinking(false);
    }
  };
  // The engine answers when it is to move.
  useEffect(() => {
    if (mine || ended) return;
    let live = true;
    const timer = setTimeout(() => live && void choose(), 150);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [turn, mine, ended]);

  const again = (mover: Player) => {
    setTurns([{ position: start, mover }]);
    setFault(null);
  };
  const takeBack = () => {
    let last = turns.length - 1;
    do last -= 1;
    while (last > 0 && you !== null && turns[last]?.mover !== you);
    setTurns(turns.slice(0, Math.max(last, 0) + 1));
    setFault(null);
  };
  const alive = useMemo(() => (moves && mine ? live(views, moves.moves, clicks) : new Set<string>()), [moves, mine, clicks, turn]);
  const marks = useMemo(() => {
    const found = new Map<string, string>();
    for (const part of alive) found.set(part, "live");
    if (hints && moves && mine) {
      // A part is coloured by the best move that it begins.
      const rank = { L: 0, D: 1, W: 2 };
      for (const part of alive) {
        const results = candidates(views, moves.moves, [...clicks, part]).flatMap(({ result }) => (result ? [result] : []));
        const best = results.sort((one, two) => rank[two] - rank[one])[0];
        if (best) found.set(part, `live-${best}`);
      }
    }
    for (const part of clicks) found.set(part, "chosen");
    for (const part of over ? touched(views, over) : []) found.set(part, "over");
    return found;
  }, [alive, clicks, hints, over, moves]);
  const click = (part: string) => {
    if (!moves || !mine) return;
    if (clicks.includes(part)) {
      // What was chosen may be a move already, and the first part of others too.
      const move = whole(views, moves.moves, clicks);
      if (move) void make(move.position);
      else setClicks(clicks.filter((one) => one !== part));
      return;
    }
    const next = candidates(views, moves.moves, [...clicks, part]);
    const now = next.length > 0 ? [...clicks, part] : [part];
    const found = next.length > 0 ? next : candidates(views, moves.moves, now);
    const only = found.length === 1 ? found[0] : undefined;
    if (only) void make(only.position);
    else setClicks(found.length > 0 ? now : []);
  };
  return (
    <div class="page play">
      <div class="row play-tools">
        <Button label={`← ${t("setUp")}`} onClick={onEnd} />
        <label>
          {t("you")}
          <select
            value={you ?? ""}
            onChange={(event) => setYou((event.currentTarget.value || null) as Player | null)}
          >
            <option value="Left">{t("left")}</option>
            <option value="Right">{t("right")}</option>
            <option value="">{t("nobody")}</option>
          </select>
        </label>
        <label>
          {t("first")}
          <select
            value={first}
            onChange={(event) => {
              const mover = event.currentTarget.value as Player;
              setFirst(mover);
              again(mover);
            }}
          >
            <option value="Left">{t("left")}</option>
            <option value="Right">{t("right")}</option>
          </select>
        </label>
        <label>
          {t("level")}
          <input type="range" min="0" max="1000" step="50" value={level} onInput={(event) => setLevel(Number(event.currentTarget.value))} />
        </label>
        <label class="check"><input type="checkbox" checked={hints} onChange={(event) => setHints(event.currentTarget.checked)} /> {t("hints")}</label>
        <label class="check" title={t("misereLong")}><input type="checkbox" checked={misere} onChange={(event) => setMisere(event.currentTarget.checked)} /> {t("misere")}</label>
      </div>
      <div class="row">
        <Button label={t("takeBack")} disabled={turns.length === 1} onClick={takeBack} />
        <Button label={t("again")} disabled={turns.length === 1} onClick={() => again(first)} />
        <Button label={t("swap")} disabled={you === null} onClick={() => you && setYou(other(you))} />
        <Button label={t("engineMoves")} disabled={ended || thinking || !mine} onClick={() => void choose()} />
      </div>
      <p class="status" role="status" data-ended={ended}>
        {ended ? ending(turn.mover, you, moves?.result === "W") : !mine || thinking ? t("engineThinks") : you === null ? t("toMove", nameOf(turn.mover)) : t("yourMove")}{" "}
        {hints && mine && !ended && moves && counted(moves.moves)}
        {turn.how && ` ${t(`how_${turn.how}`)}`}
      </p>
      {(fault ?? unknown) && <FaultNote fault={(fault ?? unknown) as Fault} />}
      <div class="table-main">
        <section class="on-table" aria-label={t("position")}>
          {turn.position.summands.map((summand, at) => (
            <span key={at} class="summand">
              {at > 0 && <span class="plus" aria-hidden="true">{summand.negative ? "−" : "+"}</span>}
              <Picture
                view={summand.view}
                game={summand.game}
                size={46}
                label={summand.position}
                onPart={(part) => click(`${at}:${part}`)}
                marks={inSummand(marks, at)}
                nameOf={(part) => (alive.has(`${at}:${part}`) || clicks.includes(`${at}:${part}`) ? partName(part, summand.view) : undefined)}
              />
            </span>
          ))}
          <p><code class="picture-text">{turn.position.position}</code></p>
        </section>
        <section class="known" aria-label={t("moves")}>
          <h2>{mine ? t("moves") : t("movesOf", nameOf(turn.mover))}</h2>
          {moves && <MoveButtons moves={moves} hints={hints} done={done} onOver={setOver} {...(mine && !thinking ? { onMove: (move: Move) => void make(move.position) } : {})} />}
        </section>
      </div>
      {turns.length > 1 && <Record turns={turns} misere={misere} ended={ended} onGo={(at) => setTurns(turns.slice(0, at + 1))} />}
    </div>
  );
}

function inSummand(marks: ReadonlyMap<string, string>, summand: number): Map<string, string> {
  const found = new Map<string, string>();
  for (const [part, mark] of marks) {
    const [at, name] = part.split(":");
    if (Number(at) === summand && name) found.set(name, mark);
  }
  return found;
}

/** What a part of a picture is called. */
function partName(part: string, view: View): string {
  const [one = 0, other = 0] = [...part.matchAll(/\d+/g)].map(Number);
  if (part.startsWith("r")) return `${t("rows")} ${one + 1}, ${t("columns")} ${other + 1}`;
  if (part.startsWith("h")) return t("leaveHeap", one + 1, other);
  if (part.startsWith("v")) return t("vertexName", one + 1);
  const edge = part.startsWith("e") && "edges" in view ? view.edges[one] : undefined;
  return edge ? t("edgeName", edge.from, edge.to) : t("cell", one);
}

function counted(moves: Move[]): string {
  if (moves.some(({ result }) => !result)) return "";
  const wins = moves.filter(({ result }) => result === "W").length;
  if (wins > 0) return t("winningMoves", wins, moves.length);
  return t(moves.some(({ result }) => result === "D") ? "drawMoves" : "noneWins");
}

function ending(mover: Player, you: Player | null, misere: boolean): string {
  if (you === null) {
    const winner = misere ? mover : other(mover);
    return misere ? t("winsMisere", nameOf(winner)) : t("winsGame", nameOf(winner), nameOf(mover));
  }
  const stuck = mover === you;
  if (misere) return t(stuck ? "youWinMisere" : "youLoseMisere");
  return t(stuck ? "youLose" : "youWin");
}

interface RecordProps {
  turns: Turn[];
  misere: boolean;
  ended: boolean;
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
function Record({ turns, misere, onGo }: RecordProps): VNode {
  const [winners, setWinners] = useState<Winner[]>([]);
  useEffect(() => {
    let live = true;
    const positions = turns.map(({ position, mover }): [string, Player] => [position.position, mover]);
    const asked = engine.ask({ ask: "review", positions, misere }, (told) => {
      if (live && told.event === "winners") setWinners(told.winners);
    });
    asked.done.catch(() => undefined);
    return () => {
      live = false;
      asked.stop();
    };
  }, [turns, misere]);
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
              <button type="button" class="crumb" aria-label={t("moveNumber", at + 1)} onClick={() => onGo(at + 1)}>
                <b>{nameOf(mover)}</b> <code>{position.position}</code>
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
