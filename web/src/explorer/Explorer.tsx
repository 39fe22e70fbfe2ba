import { signal, type Signal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { engine, faultOf } from "../engine";
import { t } from "../i18n";
import { Details } from "../parts/Details";
import { Pictures } from "../parts/Picture";
import { Badge, Button, FaultNote, wins } from "../parts/small";
import { Value } from "../parts/Value";
import type { Explored, Fault, Line as BestLine, Node, Player } from "../protocol";
import { go } from "../route";

/** What was explored already; the oldest is forgotten first. */
const known = new Map<string, Explored>();
const MOST_KNOWN = 500;

/** Explores; what is known is told as it becomes known. The answer ends it. */
function explore(subject: string, told: (found: Explored) => void, failed: (fault: Fault) => void): () => void {
  const before = known.get(subject);
  if (before) {
    told(before);
    return () => undefined;
  }
  let live = true;
  let last: Explored | null = null;
  const asked = engine.ask({ ask: "explore", subject, cell: null, scaffolds: false }, (event) => {
    if (event.event !== "explored") return;
    last = event;
    if (live) told(event);
  });
  asked.done.then(
    () => {
      if (last) known.set(subject, last);
      const oldest = known.keys().next();
      if (known.size > MOST_KNOWN && !oldest.done) known.delete(oldest.value);
    },
    (error: unknown) => live && failed(faultOf(error)),
  );
  return () => {
    live = false;
    asked.stop();
  };
}

/** The way to what is shown: subjects from the first on. */
const path = signal<string[]>([]);
const compared = signal<Node | null>(null);

const PROPOSALS = ["{2||1|0}", 'domineering("3x3")', 'toads_and_frogs("tt.ff")', 'clobber("xoxo")', "{3||2|1} + +-1", 'hackenbush("e(el;r)")'];

export function Explorer({ subject }: { subject: string }): VNode {
  const [typed, setTyped] = useState(subject);
  const [found, setFound] = useState<Explored | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    setTyped(subject);
    if (!subject) {
      path.value = [];
      setFound(null);
      return;
    }
    if (!path.value.includes(subject)) path.value = [subject];
    setBusy(true);
    setFault(null);
    return explore(
      subject,
      (told) => {
        setFound(told);
        setBusy(false);
      },
      (wrong) => {
        setFault(wrong);
        setFound(null);
        setBusy(false);
      },
    );
  }, [subject]);
  const enter = (next: string) => {
    const at = path.value.indexOf(subject);
    path.value = [...path.value.slice(0, at + 1), next];
    go("explore", next);
  };
  const before = path.value[path.value.indexOf(subject) - 1];
  // Where options stand below and not beside, they are what one came for.
  const wide = useMemo(() => matchMedia("(min-width: 60rem)").matches, []);
  return (
    <div class="page explorer">
      <h1>{t("explorer")}</h1>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          path.value = [];
          go("explore", typed.trim());
        }}
      >
        <input aria-label={t("exploreWhat")} placeholder={t("exploreWhat")} value={typed} spellcheck={false} onInput={(event) => setTyped(event.currentTarget.value)} />
        <button type="submit" class="button primary">{t("go")}</button>
      </form>
      {path.value.length > 1 && (
        <nav class="path" aria-label={t("path")}>
          {before !== undefined && <Button label={`← ${t("back")}`} onClick={() => go("explore", before)} />}
          <ol>
            {path.value.map((one, at) => (
              <li key={`${at}${one}`}>
                <button type="button" class="crumb" {...(one === subject ? { "aria-current": "step" as const } : {})} onClick={() => go("explore", one)}>
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
                <button type="button" class="proposal" onClick={() => (path.value = [], go("explore", one))}><code>{one}</code></button>
              </li>
            ))}
          </ul>
        </>
      )}
      {busy && <p class="quiet" role="status">…</p>}
      {fault && <FaultNote fault={fault} />}
      {found && !fault && (
        <div class={`explored ${compared.value ? "comparing" : ""}`}>
          <section class="node-main" aria-label={found.node.subject}>
            <NodeCard node={found.node} />
            <div class="row">
              {compared.value ? (
                <Button label={t("endCompare")} onClick={() => (compared.value = null)} />
              ) : (
                <Button label={t("compare")} onClick={() => (compared.value = found.node)} />
              )}
              {(found.node.views ?? []).length > 0 && (
                <Button label={t("play")} onClick={() => go("games", "", { position: found.node.subject })} />
              )}
            </div>
            <details open={wide}>
              <summary>{t("details")}</summary>
              <Details subject={found.node.subject} picture={(found.node.views ?? []).length === 0} />
            </details>
          </section>
          {compared.value && (
            <section class="node-main" aria-label={t("compared")}>
              <p class="quiet">{t("compared")}</p>
              <NodeCard node={compared.value} />
              <Details subject={compared.value.subject} picture={(compared.value.views ?? []).length === 0} />
            </section>
          )}
          <div>
            <Tree found={found} onEnter={enter} />
            <Principal key={`L${found.node.subject}`} subject={found.node.subject} first="Left" />
            <Principal key={`R${found.node.subject}`} subject={found.node.subject} first="Right" />
          </div>
        </div>
      )}
    </div>
  );
}

/** The most positions of a line that are listed. */
const MOST_SHOWN = 200;

/** A line of best play, to be followed. */
function Principal({ subject, first }: { subject: string; first: Player }): VNode {
  const [line, setLine] = useState<BestLine | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const ask = (open: boolean) => {
    if (!open || line) return;
    engine.one({ ask: "line", position: subject, mover: first, misere: false, level: 1000 }, "line").then(setLine, (error: unknown) => setFault(faultOf(error)));
  };
  const walk = (at: number) => {
    path.value = line?.positions.slice(0, at + 1) ?? [];
    const to = line?.positions[at];
    if (to) go("explore", to);
  };
  return (
    <details onToggle={(event) => ask(event.currentTarget.open)}>
      <summary>{t("principal", t(first === "Left" ? "left" : "right"))}</summary>
      {fault && <FaultNote fault={fault} />}
      {line && (
        <ol class="line">
          {line.positions.slice(0, MOST_SHOWN).map((position, at) => (
            <li key={at}>
              <button type="button" class="crumb" onClick={() => walk(at)}><code>{position}</code></button>
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
      <Line node={node} />
    </div>
  );
}

/** Value, where it is not the subject itself, outcome and temperature on one line. */
function Line({ node }: { node: Node }): VNode {
  return (
    <span class="node-line">
      {node.value && node.value !== node.subject && <Value text={node.value} />}
      {node.outcome && <Badge outcome={node.outcome} />}
      {node.temperature && <span class="quiet" title={t("temperature")}>t = <Value text={node.temperature} /></span>}
    </span>
  );
}

interface TreeProps {
  found: Explored;
  onEnter: (subject: string) => void;
}

/** The options, each of which opens to its own. */
function Tree({ found, onEnter }: TreeProps): VNode {
  const open = useMemo(() => signal<ReadonlySet<string>>(new Set()), [found]);
  const keys = (event: KeyboardEvent) => {
    const { currentTarget, target } = event;
    if (!(currentTarget instanceof HTMLElement) || !(target instanceof HTMLElement)) return;
    const all = [...currentTarget.querySelectorAll<HTMLElement>("[data-node]")];
    const at = all.indexOf(target);
    if (at < 0) return;
    const place = target.dataset["node"] ?? "";
    if (event.key === "ArrowDown") all[at + 1]?.focus();
    else if (event.key === "ArrowUp") all[at - 1]?.focus();
    else if (event.key === "ArrowRight" && !open.value.has(place)) toggle(open, place);
    else if (event.key === "ArrowLeft" && open.value.has(place)) toggle(open, place);
    else return;
    event.preventDefault();
  };
  return (
    <div class="options" onKeyDown={keys}>
      <Side name={t("leftOptions")} side="left" nodes={found.left} where="" open={open} onEnter={onEnter} />
      <Side name={t("rightOptions")} side="right" nodes={found.right} where="" open={open} onEnter={onEnter} />
      {found.more && <p class="quiet">{t("moreExist")}</p>}
    </div>
  );
}

function toggle(open: Signal<ReadonlySet<string>>, place: string): void {
  const next = new Set(open.value);
  if (!next.delete(place)) next.add(place);
  open.value = next;
}

interface SideProps {
  name: string;
  side: "left" | "right";
  nodes: Node[];
  where: string;
  open: Signal<ReadonlySet<string>>;
  onEnter: (subject: string) => void;
}

function Side({ name, side, nodes, where, open, onEnter }: SideProps): VNode {
  const [all, setAll] = useState(false);
  const sensible = nodes.filter((node) => node.sensible);
  // Where nothing is known to be sensible, nothing is hidden.
  const hidden = sensible.length > 0 ? nodes.length - sensible.length : 0;
  const shown = all || hidden === 0 ? nodes : sensible;
  return (
    <section class={`side side-${side}`} aria-label={name}>
      <h2>{name}</h2>
      {nodes.length === 0 && <p class="quiet">{t("noOptions")}</p>}
      <ul>
        {shown.map((node) => (
          <Option key={node.subject} node={node} place={`${where}${side}/${node.subject}/`} open={open} onEnter={onEnter} />
        ))}
      </ul>
      {hidden > 0 && <Button label={all ? t("fewerOptions") : t("hiddenOptions", hidden)} class="link" onClick={() => setAll(!all)} />}
    </section>
  );
}

function Option({ node, place, open, onEnter }: { node: Node; place: string; open: Signal<ReadonlySet<string>>; onEnter: (subject: string) => void }): VNode {
  const isOpen = open.value.has(place);
  const [inside, setInside] = useState<Explored | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    return explore(node.subject, setInside, setFault);
  }, [isOpen]);
  const views = node.views ?? [];
  const title = [node.subject, node.value ?? "", node.outcome ? wins(node.outcome) : "", node.sensible ? "" : t("notSensible")];
  return (
    <li class={`option ${node.sensible ? "" : "option-weak"}`}>
      <div class="option-row">
        <button type="button" class="twist" aria-expanded={isOpen} aria-label={`${t("explore")}: ${node.subject}`} onClick={() => toggle(open, place)}>
          <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span>
        </button>
        <button type="button" class="option-button" data-node={place} title={title.filter((part) => part !== "").join(", ")} onClick={() => onEnter(node.subject)}>
          {views.length > 0 ? <Pictures views={views} size={20} label={node.subject} /> : <Value text={node.subject} />}
          <Line node={node} />
        </button>
      </div>
      {isOpen && fault && <FaultNote fault={fault} />}
      {isOpen && inside && (
        <div class="nested">
          <Side name={t("leftOptions")} side="left" nodes={inside.left} where={place} open={open} onEnter={onEnter} />
          <Side name={t("rightOptions")} side="right" nodes={inside.right} where={place} open={open} onEnter={onEnter} />
        </div>
      )}
    </li>
  );
}
