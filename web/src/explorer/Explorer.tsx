import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { engine, faultOf } from "../engine";
import { t } from "../i18n";
import { Details } from "../parts/Details";
import { Pictures } from "../parts/Picture";
import { Button, FaultNote, Working } from "../parts/small";
import { Value } from "../parts/Value";
import type { Fault, Line as BestLine, Node, Player } from "../protocol";
import { go } from "../route";
import { useExplored } from "./explored";
import { NodeLine, Options } from "./Options";

const PROPOSALS = ["{2||1|0}", 'domineering("3x3")', 'toads_and_frogs("tt.ff")', 'clobber("xoxo")', "{3||2|1} + +-1", 'hackenbush("e(el;r)")'];

interface Props {
  subject: string;
  /** The way to the subject and on, from the first step. */
  path: string[];
  /** Which step of it the subject is. */
  step: number;
  compared: string | null;
}

export function Explorer({ subject, path: given, step, compared }: Props): VNode {
  const [typed, setTyped] = useState(subject);
  useEffect(() => setTyped(subject), [subject]);
  const { found, fault, busy, stop } = useExplored(subject);
  const beside = useExplored(compared);
  const at = given[step] === subject ? step : Math.max(0, given.indexOf(subject));
  const path = given[at] === subject ? given : [subject];
  const visit = (steps: string[], to: number, other = compared) => {
    const more = steps.length > 1 ? { path: steps, step: String(to) } : {};
    go("explore", steps[to] ?? "", { ...more, compare: other });
  };
  const enter = (next: string) => visit([...path.slice(0, at + 1), next], at + 1);
  // Where options stand below and not beside, they are what one came for.
  const wide = useMemo(() => matchMedia("(min-width: 60rem)").matches, []);
  const views = found?.node.views ?? [];
  return (
    <div class="page explorer">
      <h1>{t("explorer")}</h1>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          go("explore", typed.trim());
        }}
      >
        <input aria-label={t("exploreWhat")} placeholder={t("exploreWhat")} value={typed} spellcheck={false} onInput={(event) => setTyped(event.currentTarget.value)} />
        <button type="submit" class="button primary">{t("go")}</button>
      </form>
      {path.length > 1 && (
        <nav class="path" aria-label={t("path")}>
          {at > 0 && <Button label={`← ${t("back")}`} onClick={() => visit(path, at - 1)} />}
          <ol>
            {path.map((one, place) => (
              <li key={place}>
                <button type="button" class="crumb" {...(place === at ? { "aria-current": "step" as const } : {})} onClick={() => visit(path, place)}>
                  <code>{one}</code>
                </button>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {!subject && (
        <>
          <p class="quiet">{t("exploreHint")}</p>
          <ul class="proposal-list">
            {PROPOSALS.map((one) => (
              <li key={one}>
                <button type="button" class="proposal" onClick={() => go("explore", one)}><code>{one}</code></button>
              </li>
            ))}
          </ul>
        </>
      )}
      {busy && <Working onStop={stop} />}
      {fault && <FaultNote fault={fault} />}
      {found && (
        <div class={`explored ${compared ? "comparing" : ""}`}>
          <section class="node-main" aria-label={found.node.subject}>
            <NodeCard node={found.node} />
            <div class="row">
              {compared ? (
                <Button label={t("endCompare")} onClick={() => visit(path, at, null)} />
              ) : (
                <Button label={t("compare")} onClick={() => visit(path, at, subject)} />
              )}
              {views.length > 0 && <Button label={t("play")} onClick={() => go("games", "", { position: found.node.subject })} />}
            </div>
            <details open={wide}>
              <summary>{t("details")}</summary>
              <Details subject={found.node.subject} picture={views.length === 0} />
            </details>
          </section>
          {compared && (
            <section class="node-main" aria-label={t("compared")}>
              <p class="quiet">{t("compared")}</p>
              <Relation one={found.node.subject} other={compared} />
              {beside.found && <NodeCard node={beside.found.node} />}
              <Details subject={compared} picture={(beside.found?.node.views ?? []).length === 0} />
            </section>
          )}
          <div>
            <Options found={found} onEnter={enter} />
            {(["Left", "Right"] as const).map((first) => (
              <Principal key={`${first}${found.node.subject}`} subject={found.node.subject} first={first} onWalk={(line) => visit(line, line.length - 1)} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

/** How the values of two games compare. */
function Relation({ one, other }: { one: string; other: string }): VNode | null {
  const [found, setFound] = useState<string | null>(null);
  useEffect(() => {
    let live = true;
    setFound(null);
    const asked = engine.ask({ ask: "describe", subject: `(${one}).Compare(${other})`, cell: null, scaffolds: false }, (reply) => {
      if (live && reply.event === "described") setFound(reply.analysis.value?.replace("<>", "∥") ?? null);
    });
    asked.done.catch(() => undefined);
    return () => {
      live = false;
      asked.stop();
    };
  }, [one, other]);
  if (!found) return null;
  return (
    <p class="relation">
      <code>{one}</code> <b>{found}</b> <code>{other}</code>
    </p>
  );
}

/** The most positions of a line that are listed. */
const MOST_SHOWN = 200;

/** A line of best play, to be followed. */
function Principal({ subject, first, onWalk }: { subject: string; first: Player; onWalk: (path: string[]) => void }): VNode {
  const [line, setLine] = useState<BestLine | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const ask = (open: boolean) => {
    if (!open || line) return;
    engine.one({ ask: "line", position: subject, mover: first, misere: false, level: 1000, seed: 0 }, "line").then(setLine, (error: unknown) => setFault(faultOf(error)));
  };
  return (
    <details onToggle={(event) => ask(event.currentTarget.open)}>
      <summary>{t("principal", t(first === "Left" ? "left" : "right"))}</summary>
      {fault && <FaultNote fault={fault} />}
      {line && (
        <ol class="line">
          {line.positions.slice(0, MOST_SHOWN).map((position, at) => (
            <li key={at}>
              <button type="button" class="crumb" onClick={() => onWalk(line.positions.slice(0, at + 1))}><code>{position}</code></button>
            </li>
          ))}
          {line.positions.length > MOST_SHOWN && <li class="quiet">{t("moreMoves", line.positions.length - MOST_SHOWN)}</li>}
          {line.repeats_from !== null && line.repeats_from !== undefined && <li>{t("repeats")} <code>{line.positions[line.repeats_from]}</code></li>}
        </ol>
      )}
    </details>
  );
}

function NodeCard({ node }: { node: Node }): VNode {
  const views = node.views ?? [];
  return (
    <div class="node-card">
      {views.length > 0 ? <Pictures views={views} /> : <Value text={node.subject} />}
      <NodeLine node={node} words />
    </div>
  );
}
