import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { engine, faultOf } from "../engine";
import { t } from "../i18n";
import { Details } from "../parts/Details";
import { Button, FaultNote } from "../parts/small";
import type { Fault, Player, Position, SummandView, View } from "../protocol";
import { href, setAddress } from "../route";
import { tryOut } from "../sheet/sheet";
import { games } from "../welcome";
import { SetUp } from "./SetUp";
import { joined } from "./moves";
import { MoveList } from "./MoveList";
import { Play } from "./Play";
import { viewOf } from "./useView";

/** How long a position is set up at one step of the history, in milliseconds. */
const PAUSE = 1000;

/** A position on a table: set up, looked at, played. Where it stands is in the address. */
export function Table({ start, more }: { start: string; more: URLSearchParams }): VNode {
  const [typed, setTyped] = useState(start);
  const [shown, setShown] = useState<Position | null>(null);
  /** The text for which it is shown; none while that is found. */
  const [of, setOf] = useState("");
  const [fault, setFault] = useState<Fault | null>(null);
  const [past, setPast] = useState<string[]>([]);
  const version = useRef(0);
  const changed = useRef(0);

  const view = (position: string) => {
    const mine = ++version.current;
    viewOf(position).then(
      (found) => {
        if (mine !== version.current) return;
        setShown(found);
        setOf(position);
        setTyped(found.position);
        setFault(null);
      },
      (error: unknown) => mine === version.current && setFault(faultOf(error)),
    );
  };
  // Who has left the table hears no more of it.
  useEffect(() => () => void (version.current += 1), []);
  useEffect(() => {
    if (of !== start) view(start);
  }, [start]);
  const visit = (position: string) => {
    if (position === start) return view(position);
    if (shown) setPast([...past, shown.position]);
    setAddress({ position }, true);
  };

  /** A summand was changed by hand: what is shown is what was made, its text follows. */
  const change = (at: number, view: View) => {
    const summand = shown?.summands[at];
    if (!shown || !summand) return;
    const mine = ++version.current;
    const next = replaced(shown, at, { ...summand, view });
    setPast([...past, shown.position]);
    setShown(next);
    setOf("");
    engine.one({ ask: "compose", like: summand.position, view }, "composed").then(
      ({ position }) => {
        if (mine !== version.current) return;
        const summands = next.summands.map((one, place) => (place === at ? { ...one, position } : one));
        const text = joined(summands);
        setShown({ ...next, summands, position: text });
        setOf(text);
        setTyped(text);
        setFault(null);
        setAddress({ position: text }, Date.now() - changed.current > PAUSE);
        changed.current = Date.now();
      },
      (error: unknown) => mine === version.current && setFault(faultOf(error)),
    );
  };
  const undo = () => {
    const last = past[past.length - 1];
    if (last === undefined) return;
    setPast(past.slice(0, -1));
    setAddress({ position: last }, false);
    if (last === start) view(last);
  };
  if (more.has("play")) return <Play start={start} more={more} />;
  return (
    <div class="page table">
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          visit(typed.trim());
        }}
      >
        <input class="mono" aria-label={t("position")} value={typed} spellcheck={false} onInput={(event) => setTyped(event.currentTarget.value)} />
        <button type="submit" class="button">{t("go")}</button>
        <Button label={t("undo")} icon="↶" disabled={past.length === 0} onClick={undo} />
      </form>
      {fault && <FaultNote fault={fault} />}
      {shown && (
        <>
          <div class="row table-tools">
            <Button label={t("takeTurn")} class="primary" disabled={!!fault || of !== start} onClick={() => setAddress({ position: shown.position, play: "1" }, true)} />
            <a class="button" href={href("explore", shown.position)}>{t("explore")}</a>
            <a class="button" href={href("sheet")} onClick={() => tryOut(shown.position)}>{t("toSheet")}</a>
            <AddGame onAdd={(example) => visit(`${shown.position} + ${example}`)} />
          </div>
          <div class="table-main">
            <section class="setup" aria-label={t("setUp")}>
              <h2>{t("setUp")}</h2>
              {shown.summands.map((summand, at) => (
                <SetUp key={`${at}.${summand.game ?? ""}.${summand.view.view}`} summand={summand} onChange={(changed) => change(at, changed)} />
              ))}
            </section>
            {!fault && <Known position={shown} />}
          </div>
        </>
      )}
    </div>
  );
}

function replaced(position: Position, at: number, summand: SummandView): Position {
  return { ...position, summands: position.summands.map((one, place) => (place === at ? summand : one)) };
}

/** What is known of a position, once its setting up rests for a moment. */
function Known({ position }: { position: Position }): VNode {
  const [text, setText] = useState(position.position);
  useEffect(() => {
    const timer = setTimeout(() => setText(position.position), 300);
    return () => clearTimeout(timer);
  }, [position.position]);
  const players: Player[] = position.impartial ? ["Left"] : ["Left", "Right"];
  const views = position.summands.map(({ view }) => view);
  return (
    <section class="known" aria-label={t("value")}>
      <Details subject={text} picture={false} />
      {players.map((player) => (
        <section key={player} class={position.impartial ? "" : `side side-${player === "Left" ? "left" : "right"}`}>
          <h2>{position.impartial ? t("moves") : t("movesOf", t(player === "Left" ? "left" : "right"))}</h2>
          <MoveList position={text} views={views} mover={player} misere={false} />
        </section>
      ))}
    </section>
  );
}

function AddGame({ onAdd }: { onAdd: (example: string) => void }): VNode {
  return (
    <select
      aria-label={t("addGame")}
      value=""
      onChange={(event) => {
        const game = games().find(({ name }) => name === event.currentTarget.value);
        event.currentTarget.value = "";
        if (game) onAdd(game.example);
      }}
    >
      <option value="">+ {t("addGame")}</option>
      {games().map(({ name }) => <option key={name} value={name}>{name}</option>)}
    </select>
  );
}
