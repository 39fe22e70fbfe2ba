import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { engine, faultOf } from "../engine";
import { t } from "../i18n";
import { Picture } from "../parts/Picture";
import { Button, FaultNote, Working } from "../parts/small";
import type { Fault, How, Move, Player, View } from "../protocol";
import { setAddress } from "../route";
import { arrows, candidates, changed, live, touched, whole } from "./moves";
import { MoveButtons, useMoves } from "./MoveList";
import { Record, useWinners, WinnerBar, type Turn } from "./Record";
import { useView } from "./useView";
import { variations, type Line } from "./variations";

const other = (player: Player): Player => (player === "Left" ? "Right" : "Left");
const nameOf = (player: Player): string => t(player === "Left" ? "left" : "right");

/** How often of a thousand the engine makes its best move. */
const LEVELS = [1000, 800, 600, 300, 0] as const;
type Level = (typeof LEVELS)[number];

/** How a game stands, as its address says. */
interface Game {
  first: Player;
  you: Player | null;
  misere: boolean;
  hints: boolean;
  level: Level;
  turns: Line;
  variations: Line[];
}

function gameIn(more: URLSearchParams): Game {
  const you = more.get("you");
  return {
    first: more.get("first") === "Right" ? "Right" : "Left",
    you: you === "Right" ? "Right" : you === "both" ? null : "Left",
    misere: more.has("misere"),
    hints: more.has("hints"),
    level: LEVELS.find((level) => String(level) === more.get("level")) ?? 1000,
    turns: more.getAll("turn"),
    variations: more.getAll("line").map((line) => line.split("\n")),
  };
}

function save(start: string, game: Game, isNew: boolean): void {
  setAddress(
    {
      position: start,
      play: "1",
      first: game.first === "Right" ? "Right" : null,
      you: game.you === "Left" ? null : (game.you ?? "both"),
      misere: game.misere ? "1" : null,
      hints: game.hints ? "1" : null,
      level: game.level === 1000 ? null : String(game.level),
      turn: game.turns,
      line: game.variations.map((line) => line.join("\n")),
    },
    isNew,
  );
}

/** A game against the engine, or between two at the same table. */
export function Play({ start, more }: { start: string; more: URLSearchParams }): VNode {
  const game = gameIn(more);
  const { first, you, misere, hints, level } = game;
  const turns: Turn[] = [start, ...game.turns].map((position, at) => ({ position, mover: at % 2 === 0 ? first : other(first) }));
  const turn = turns[turns.length - 1] ?? { position: start, mover: first };
  const [fault, setFault] = useState<Fault | null>(null);
  const [thinking, setThinking] = useState(false);
  const [clicks, setClicks] = useState<string[]>([]);
  const [over, setOver] = useState<Move | null>(null);
  /** How the engine found the move that led to a position. */
  const [how, setHow] = useState<{ position: string; how: How } | null>(null);
  const { position, isCurrent, fault: unseen } = useView(turn.position);
  const { moves, fault: unknown, done, stop } = useMoves(turn.position, turn.mover, misere);
  const mine = you === null || turn.mover === you;
  const summands = position?.summands ?? [];
  const views = summands.map(({ view }) => view);
  const { position: before } = useView(turns[turns.length - 2]?.position ?? null);
  const winners = useWinners(turns, misere);
  const ended = moves !== null && moves.moves.length === 0;
  const wrong = fault ?? unseen ?? unknown;
  const change = (changed: Partial<Game>, isNew = false) => {
    setFault(null);
    const next = { ...game, variations: [game.turns, ...game.variations], ...changed };
    save(start, { ...next, variations: variations(next.turns, next.variations) }, isNew);
  };

  // An answer to what is not played any more is not heard.
  const latest = useRef<string | null>(null);
  latest.current = [turn.position, turns.length, you, misere].join(" ");
  useEffect(() => () => void (latest.current = null), []);
  useEffect(() => {
    setClicks([]);
    setOver(null);
  }, [turn.position, turns.length, misere]);

  // The answer of the engine is at the same step of the history as the move before it: who goes back is to move.
  const make = (text: string, isAnswer = false) => change({ turns: [...game.turns, text] }, !isAnswer);
  const choose = async (isAnswer: boolean) => {
    const key = latest.current;
    const isLive = () => latest.current === key;
    setThinking(true);
    try {
      const found = await engine.one({ ask: "choose", position: turn.position, mover: turn.mover, misere, level, seed: Math.floor(Math.random() * 2 ** 32) }, "chosen");
      if (!isLive() || !found.position) return;
      setHow(found.how ? { position: found.position, how: found.how } : null);
      make(found.position, isAnswer);
    } catch (error) {
      if (isLive()) setFault(faultOf(error));
    } finally {
      setThinking(false);
    }
  };
  // The engine answers when it is to move.
  useEffect(() => {
    if (mine || ended) return;
    const timer = setTimeout(() => void choose(true), 150);
    return () => clearTimeout(timer);
  }, [turn.position, turns.length, mine, ended]);

  const goTo = (at: number) => change({ turns: game.turns.slice(0, at) }, true);
  const takeBack = () => {
    let last = turns.length - 1;
    do last -= 1;
    while (last > 0 && you !== null && turns[last]?.mover !== you);
    goTo(Math.max(last, 0));
  };
  const canMove = mine && isCurrent && moves !== null;
  const alive = useMemo(() => (canMove ? live(views, moves.moves, clicks) : new Set<string>()), [moves, canMove, clicks, position]);
  /** The move that led here, from what was seen before it. */
  const last = before && isCurrent && turns.length > 1 ? { position: turn.position, views } : null;
  const viewsBefore = last && before ? before.summands.map(({ view }) => view) : [];
  const marks = useMemo(() => {
    const found = new Map<string, string>();
    for (const part of last ? changed(viewsBefore, last) : []) found.set(part, "last");
    for (const part of alive) found.set(part, "live");
    if (hints && canMove) {
      // A part is coloured by the best move that it begins.
      for (const part of alive) {
        const best = bestFirst(candidates(views, moves.moves, [...clicks, part]))[0]?.result;
        if (best) found.set(part, `live-${best}`);
      }
    }
    for (const part of clicks) found.set(part, "chosen");
    for (const part of over && isCurrent ? touched(views, over) : []) found.set(part, "over");
    return found;
  }, [alive, clicks, hints, over, moves, before]);
  const ways = useMemo(() => {
    if (over && isCurrent) return arrows(views, [over], () => "over");
    const sorted = canMove && (hints || clicks.length > 0) ? bestFirst(candidates(views, moves.moves, clicks)) : [];
    // Until a piece is chosen the best moves are shown, if they do not lose.
    const best = sorted[0]?.result === "L" ? undefined : sorted[0]?.result;
    const shown = clicks.length > 0 ? sorted : sorted.filter(({ result }) => result && result === best);
    const found = arrows(views, shown, (at) => (hints ? (shown[at]?.result ?? "live") : "live"));
    return found.size > 0 || !last ? found : arrows(viewsBefore, [last], () => "last");
  }, [canMove, clicks, hints, over, moves, before, position]);
  const click = (part: string) => {
    if (!canMove) return;
    if (clicks.includes(part)) {
      // What was chosen may be a move already, and the first part of others too.
      const move = whole(views, moves.moves, clicks);
      if (move) make(move.position);
      else setClicks(clicks.filter((one) => one !== part));
      return;
    }
    const next = candidates(views, moves.moves, [...clicks, part]);
    const now = next.length > 0 ? [...clicks, part] : [part];
    const found = next.length > 0 ? next : candidates(views, moves.moves, now);
    const only = found.length === 1 ? found[0] : undefined;
    if (only) make(only.position);
    else setClicks(found.length > 0 ? now : []);
  };
  return (
    <div class="page play">
      <h1 class="unseen">{t("play")}</h1>
      <div class="play-main">
        <section class="on-table" aria-label={t("position")}>
          {summands.map((summand, at) => (
            <span key={at} class="summand">
              {at > 0 && <span class="plus" aria-hidden="true">{summand.negative ? "−" : "+"}</span>}
              <Picture
                view={summand.view}
                game={summand.game}
                size={summands.length > 1 ? 60 : 96}
                label={summand.position}
                onPart={(part) => click(`${at}:${part}`)}
                marks={inSummand(marks, at)}
                arrows={ways.get(at)}
                nameOf={(part) => (alive.has(`${at}:${part}`) || clicks.includes(`${at}:${part}`) ? partName(part, summand.view) : undefined)}
              />
            </span>
          ))}
          <p><code class="picture-text">{turn.position}</code></p>
          {turns.length > 1 && <WinnerBar turns={turns} winners={winners} onGo={goTo} />}
        </section>
        <div class="play-side">
          <p class={`status ${ended ? "" : `status-${turn.mover}`}`} role="status" data-ended={ended}>
            {ended ? ending(turn.mover, you, moves?.result === "W") : !mine || thinking ? t("engineThinks") : you === null ? t("toMove", nameOf(turn.mover)) : t("yourMove")}{" "}
            {hints && mine && !ended && moves && counted(moves.moves)}
            {how?.position === turn.position && ` ${t(`how_${how.how}`)}`}
          </p>
          {wrong && <FaultNote fault={wrong} />}
          <div class="row">
            <Button label={`← ${t("setUp")}`} onClick={() => setAddress({ position: start }, true)} />
            <Button label={t("takeBack")} disabled={turns.length === 1} onClick={takeBack} />
            <Button label={t("again")} disabled={turns.length === 1} onClick={() => goTo(0)} />
            <Button label={t("swap")} disabled={you === null} onClick={() => you && change({ you: other(you) })} />
            <Button label={t("engineMoves")} disabled={ended || thinking || !mine} onClick={() => void choose(false)} />
          </div>
          <div class="row">
            <label class="check"><input type="checkbox" checked={hints} onChange={(event) => change({ hints: event.currentTarget.checked })} /> {t("hints")}</label>
            <label class="check" title={t("misereLong")}><input type="checkbox" checked={misere} onChange={(event) => change({ misere: event.currentTarget.checked })} /> {t("misere")}</label>
          </div>
          <section class="known" aria-label={t("moves")}>
            <h2>{mine ? t("moves") : t("movesOf", nameOf(turn.mover))}</h2>
            {moves ? (
              <MoveButtons moves={moves} hints={hints} done={done} onOver={setOver} {...(mine && !thinking ? { onMove: (move: Move) => make(move.position) } : {})} />
            ) : (
              !wrong && <Working onStop={stop} />
            )}
          </section>
          <details class="play-settings">
            <summary>{t("settings")} <span class="quiet">{t("level")}: {t(`level_${level}`)}</span></summary>
            <label>
              {t("you")}
              <select value={you ?? ""} onChange={(event) => change({ you: (event.currentTarget.value || null) as Player | null })}>
                <option value="Left">{t("left")}</option>
                <option value="Right">{t("right")}</option>
                <option value="">{t("nobody")}</option>
              </select>
            </label>
            <label>
              {t("first")}
              <select value={first} onChange={(event) => change({ first: event.currentTarget.value as Player, turns: [], variations: [] })}>
                <option value="Left">{t("left")}</option>
                <option value="Right">{t("right")}</option>
              </select>
            </label>
            <label>
              {t("level")}
              <select value={level} onChange={(event) => change({ level: Number(event.currentTarget.value) as Level })}>
                {LEVELS.map((one) => <option key={one} value={one}>{t(`level_${one}`)}</option>)}
              </select>
            </label>
          </details>
        </div>
      </div>
      {(turns.length > 1 || game.variations.length > 0) && (
        <Record turns={turns} winners={winners} onGo={goTo} variations={game.variations} onChoose={(line) => change({ turns: line }, true)} />
      )}
    </div>
  );
}

/** Moves that win before those that draw, and these before the others. */
function bestFirst(moves: Move[]): Move[] {
  const rank = ({ result }: Move) => (result ? "WDL".indexOf(result) : 3);
  return [...moves].sort((one, other) => rank(one) - rank(other));
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

