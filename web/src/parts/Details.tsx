import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { engine, faultOf, type PendingRequest, type Engine } from "../engine";
import { t } from "../i18n";
import { shown } from "../i18n/properties";
import { stopText, term } from "../i18n/terms";
import type { Analysis, Description, Fault } from "../protocol";
import { Badge, FaultNote, wins, Working } from "./small";
import { Thermograph } from "./Thermograph";
import { Value } from "./Value";

interface Props {
  subject: string;
  /** Which engine knows the names in it, and at what cell. */
  place?: () => { line: Engine; cell: string };
  /** Grows when the answer must be asked for again. */
  version?: number;
  /** Whether it is drawn; not where the position is seen already. */
  picture?: boolean;
  /** Whether nothing but the thermograph is shown. */
  plotOnly?: boolean;
}

/** All that is known of a value. */
export function Details({ subject, place, version, picture = true, plotOnly = false }: Props): VNode {
  const [found, setFound] = useState<Description | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [seconds, setSeconds] = useState(0);
  const [scaffolds, setScaffolds] = useState(false);
  const work = useRef<PendingRequest | null>(null);
  useEffect(() => {
    let live = true;
    setSeconds(0);
    const { line, cell } = place?.() ?? { line: engine, cell: null };
    const asked = line.ask({ ask: "describe", subject, cell, scaffolds }, (reply) => {
      if (!live) return;
      if (reply.event === "described") {
        setFound(reply);
        setFault(null);
      } else if (reply.event === "progress") setSeconds(reply.seconds);
    });
    work.current = asked;
    asked.done.catch((error: unknown) => live && setFault(faultOf(error)));
    return () => {
      live = false;
      asked.stop();
    };
  }, [subject, version, scaffolds]);
  if (fault) return <FaultNote fault={fault} />;
  if (!found) return <Working onStop={() => work.current?.stop()} seconds={seconds} />;
  const { analysis, plot, svg } = found;
  const drawn = plot && <Thermograph plot={plot} onScaffolds={setScaffolds} />;
  if (plotOnly) return <>{drawn}</>;
  return (
    <div class="details">
      <Summary analysis={analysis} />
      <div class="details-body">
        <Facts analysis={analysis} />
        {drawn}
        {picture && svg && (
          <figure class="drawn">
            <img src={image(svg)} alt={`${t("picture")}: ${analysis.subject}`} />
          </figure>
        )}
      </div>
    </div>
  );
}

/** The most letters of a value that is shown on one line with the rest. */
const SHORT = 60;

/** What one wants to know first, on one line. */
function Summary({ analysis: { value, outcome, temperature } }: { analysis: Analysis }): VNode | null {
  if (!value && !outcome && !temperature) return null;
  return (
    <p class="summary">
      {value && value.length <= SHORT && <Value text={value} />}
      {outcome && <span><Badge outcome={outcome} /> {wins(outcome)}</span>}
      {temperature && <span>{t("temperature")} <Value text={temperature} /></span>}
    </p>
  );
}

/** An SVG of the engine's, shown as an image: nothing in it is run. */
export function image(svg: string): string {
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
}

/** What an analysis says besides, as a list of names and values. */
function Facts({ analysis }: { analysis: Analysis }): VNode {
  const rows: [string, VNode | string][] = [];
  if (analysis.value && analysis.value.length > SHORT) rows.push([t("value"), <Value text={analysis.value} />]);
  if (analysis.kind) rows.push([t("kind"), term(analysis.kind)]);
  if (analysis.mean) rows.push([t("mean"), <Value text={analysis.mean} />]);
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
