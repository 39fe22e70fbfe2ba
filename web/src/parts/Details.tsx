import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { engine, faultOf } from "../engine";
import { t } from "../i18n";
import { shown } from "../i18n/properties";
import { stopText, term } from "../i18n/terms";
import type { Analysis, Description, Fault } from "../protocol";
import { FaultNote, wins } from "./small";
import { Thermograph } from "./Thermograph";
import { Value } from "./Value";

interface Props {
  subject: string;
  cell?: string | null;
  /** Grows when the answer must be asked for again. */
  version?: number;
  /** Whether it is drawn; not where the position is seen already. */
  picture?: boolean;
}

/** All that is known of a value. */
export function Details({ subject, cell, version, picture = true }: Props): VNode {
  const [found, setFound] = useState<Description | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [seconds, setSeconds] = useState(0);
  const [scaffolds, setScaffolds] = useState(false);
  useEffect(() => {
    let live = true;
    setSeconds(0);
    const asked = engine.ask({ ask: "describe", subject, cell: cell ?? null, scaffolds }, (told) => {
      if (!live) return;
      if (told.event === "described") {
        setFound(told);
        setFault(null);
      } else if (told.event === "progress") setSeconds(told.seconds);
    });
    asked.done.catch((error: unknown) => live && setFault(faultOf(error)));
    return () => {
      live = false;
      asked.stop();
    };
  }, [subject, cell, version, scaffolds]);
  if (fault) return <FaultNote fault={fault} />;
  if (!found) return <p class="quiet" role="status">{t("running", Math.round(seconds))}</p>;
  const { analysis, plot, svg } = found;
  return (
    <div class="details">
      <Facts analysis={analysis} />
      {plot && <Thermograph plot={plot} onScaffolds={setScaffolds} />}
      {picture && svg && (
        <figure class="drawn">
          <img src={image(svg)} alt={`${t("picture")}: ${analysis.subject}`} />
        </figure>
      )}
    </div>
  );
}

/** An SVG of the engine's, shown as an image: nothing in it is run. */
export function image(svg: string): string {
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
}

/** What an analysis says, as a list of names and values. */
export function Facts({ analysis }: { analysis: Analysis }): VNode {
  const rows: [string, VNode | string][] = [];
  if (analysis.outcome) {
    rows.push([t("outcome"), <span><b>{analysis.outcome}</b>: {wins(analysis.outcome)}</span>]);
  }
  if (analysis.value) rows.push([t("value"), <Value text={analysis.value} />]);
  if (analysis.kind) rows.push([t("kind"), term(analysis.kind)]);
  if (analysis.mean) rows.push([t("mean"), <Value text={analysis.mean} />]);
  if (analysis.temperature) rows.push([t("temperature"), <Value text={analysis.temperature} />]);
  if (analysis.stops) rows.push([t("stops"), `${stopText(analysis.stops.left)}; ${stopText(analysis.stops.right)}`]);
  for (const bound of analysis.bounds ?? []) rows.push([t("value"), bound]);
  for (const { label, text, isGame } of (analysis.properties ?? []).map(shown)) rows.push([label, isGame ? <Value text={text} /> : text]);
  for (const proof of analysis.proved ?? []) rows.push([t("proved"), proof]);
  return (
    <dl class="facts">
      {rows.map(([name, value], key) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
