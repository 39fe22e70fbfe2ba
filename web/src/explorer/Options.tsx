/** The options of a position, each of which opens to its own. */
import { signal, type Signal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { Pictures } from "../parts/Picture";
import { Badge, Button, FaultNote, wins, Working } from "../parts/small";
import { Value } from "../parts/Value";
import type { Explored, Node } from "../protocol";
import { inOrder, isImpartial, useExplored } from "./explored";

interface Shared {
  open: Signal<ReadonlySet<string>>;
  onEnter: (subject: string) => void;
}

/** The options, which the arrow keys walk through. */
export function Options({ found, onEnter }: { found: Explored; onEnter: (subject: string) => void }): VNode {
  const open = useMemo(() => signal<ReadonlySet<string>>(new Set()), [found.node.subject]);
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
    <div onKeyDown={keys}>
      <Sides found={found} where="" open={open} onEnter={onEnter} />
      {found.more && <p class="quiet">{t("moreExist")}</p>}
    </div>
  );
}

function toggle(open: Signal<ReadonlySet<string>>, place: string): void {
  const next = new Set(open.value);
  if (!next.delete(place)) next.add(place);
  open.value = next;
}

function Sides({ found, where, ...shared }: Shared & { found: Explored; where: string }): VNode {
  if (isImpartial(found)) {
    return <Side name={t("moves")} side="both" nodes={found.left} where={where} {...shared} />;
  }
  return (
    <div class="options">
      <Side name={t("leftOptions")} side="left" nodes={found.left} where={where} {...shared} />
      <Side name={t("rightOptions")} side="right" nodes={found.right} where={where} {...shared} />
    </div>
  );
}

interface SideProps extends Shared {
  name: string;
  side: "left" | "right" | "both";
  nodes: Node[];
  where: string;
}

/** Options that are shown at once; the next ones follow when one comes to their end. */
const PAGE = 30;

function Side({ name, side, nodes, where, open, onEnter }: SideProps): VNode {
  const [all, setAll] = useState(false);
  const [count, setCount] = useState(PAGE);
  const end = useRef<HTMLLIElement>(null);
  const ordered = useMemo(() => inOrder(nodes, side), [nodes, side]);
  const sensible = ordered.filter((node) => node.sensible);
  // Where nothing is known to be sensible, nothing is hidden.
  const hidden = sensible.length > 0 ? nodes.length - sensible.length : 0;
  const listed = all || hidden === 0 ? ordered : sensible;
  const label = where === "" ? name : `${name}: ${where.split("/").at(-2) ?? ""}`;
  const shown = listed.slice(0, count);
  const isCut = shown.length < listed.length;
  useEffect(() => {
    if (!end.current) return;
    const watch = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && setCount((before) => before + PAGE), { rootMargin: "200px" });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [isCut, count]);
  return (
    <section class={`side side-${side}`} aria-label={label}>
      <h2>{name}{nodes.length > PAGE && <span class="quiet"> ({nodes.length})</span>}</h2>
      {nodes.length === 0 && <p class="quiet">{t("noOptions")}</p>}
      <ul>
        {shown.map((node) => (
          <Option key={node.subject} node={node} place={`${where}${side}/${node.subject}/`} open={open} onEnter={onEnter} />
        ))}
        {isCut && <li ref={end} class="quiet">…</li>}
      </ul>
      {hidden > 0 && <Button label={all ? t("fewerOptions") : t("hiddenOptions", hidden)} class="link" onClick={() => setAll(!all)} />}
    </section>
  );
}

function Option({ node, place, open, onEnter }: Shared & { node: Node; place: string }): VNode {
  const isOpen = open.value.has(place);
  const { found, fault, busy, stop } = useExplored(isOpen ? node.subject : null);
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
          {views.some(({ view }) => view === "heaps") && <code class="quiet">{node.subject}</code>}
          <NodeLine node={node} />
        </button>
      </div>
      {isOpen && fault && <FaultNote fault={fault} />}
      {isOpen && busy && !found && <Working onStop={stop} />}
      {isOpen && found && <div class="nested"><Sides found={found} where={place} open={open} onEnter={onEnter} /></div>}
    </li>
  );
}

/** Value, where it is not the subject itself, outcome and temperature on one line. */
export function NodeLine({ node, words = false }: { node: Node; words?: boolean }): VNode {
  return (
    <span class="node-line">
      {node.value && node.value !== node.subject && <Value text={node.value} />}
      {node.outcome && <span><Badge outcome={node.outcome} />{words && ` ${wins(node.outcome)}`}</span>}
      {node.temperature && <span class="quiet" title={t("temperature")}>t = <Value text={node.temperature} /></span>}
    </span>
  );
}
