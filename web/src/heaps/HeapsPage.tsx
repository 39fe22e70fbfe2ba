import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { engine, faultOf, type PendingRequest } from "../engine";
import { faultText, t } from "../i18n";
import { Scatter } from "../parts/Scatter";
import { Button, download, FaultNote } from "../parts/small";
import type { Fault, Periodicity, SequenceFacts } from "../protocol";
import { go } from "../route";

const PROPOSALS = ["kayles", "dawson_kayles", "grundy", "0.137", "0.106", "subtract_square"];
/** Rows of the table that are shown at once. */
const MOST_ROWS = 60;

/** Heaps that are computed first. */
const FIRST = 20_000;

/** Nim sequences of games of heaps. */
export function HeapsPage({ game, last }: { game: string; last: number }): VNode {
  const [typed, setTyped] = useState(game || "kayles");
  const [to, setTo] = useState(last);
  const [facts, setFacts] = useState<SequenceFacts | null>(null);
  const [proved, setProved] = useState<string[]>([]);
  const [fault, setFault] = useState<Fault | null>(null);
  const [seconds, setSeconds] = useState<number | null>(null);
  const work = useRef<PendingRequest | null>(null);
  const compute = (name: string, last: number) => {
    work.current?.stop();
    setFault(null);
    setSeconds(0);
    const ask = (to: number) => {
      let more = false;
      const asked = engine.ask({ ask: "sequence", game: name, to }, (reply) => {
        if (work.current !== asked) return;
        if (reply.event === "progress") setSeconds(reply.seconds);
        if (reply.event !== "sequence") return;
        const found = reply.sequence ?? null;
        const whole = found && to < last ? continued(found, last) : found;
        more = whole === null;
        if (more) return;
        setFacts(whole);
        setProved(reply.proved ?? []);
      });
      work.current = asked;
      const end = (wrong: Fault | null) => {
        if (work.current !== asked) return;
        if (more && !wrong) return ask(last);
        work.current = null;
        setSeconds(null);
        setFault(wrong);
      };
      asked.done.then(
        () => end(null),
        (error: unknown) => end(faultOf(error)),
      );
    };
    // Where a period is proved by the first values the others follow from them.
    ask(Math.min(last, FIRST));
  };
  useEffect(() => {
    if (game) setTyped(game);
    setTo(last);
    compute(game || typed, last);
  }, [game, last]);
  useEffect(() => () => work.current?.stop(), []);
  const first = facts?.first ?? 0;
  const values = facts?.values ?? [];
  const name = facts?.name ?? facts?.code ?? typed;
  return (
    <div class="page heaps">
      <h1>{t("heaps")}</h1>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = typed.trim();
          if (wanted === game && to === last) compute(wanted, to);
          else go("heaps", wanted, { to: String(to) });
        }}
      >
        <label>{t("heapGame")} <input value={typed} spellcheck={false} list="heap-games" onInput={(event) => setTyped(event.currentTarget.value)} /></label>
        <datalist id="heap-games">{PROPOSALS.map((one) => <option key={one} value={one} />)}</datalist>
        <label>{t("upTo")} <input type="number" min="1" max="1000000" value={to} onInput={(event) => setTo(Math.min(1_000_000, Math.max(1, Number(event.currentTarget.value) || 1)))} /></label>
        <button type="submit" class="button primary">{t("compute")}</button>
        {seconds !== null && <Button label={t("stop")} class="stop" onClick={() => work.current?.stop()} />}
      </form>
      <ul class="proposal-list">
        {PROPOSALS.map((one) => (
          <li key={one}><button type="button" class="proposal" onClick={() => go("heaps", one, { to: String(to) })}><code>{one}</code></button></li>
        ))}
      </ul>
      {seconds !== null && <p class="quiet" role="status">{t("running", Math.round(seconds))}</p>}
      {fault && <FaultNote fault={fault} />}
      {facts && (
        <>
          {(facts.rules ?? []).map((rule) => <p key={rule} class="quiet">{rule}</p>)}
          <Scatter values={values} first={first} label={name} tall={320} period={facts.period?.period ?? null} />
          <dl class="facts">
            <div>
              <dt>{t("period")}</dt>
              <dd>{facts.period ? <Period period={facts.period} /> : t("noPeriod")}</dd>
            </div>
            {facts.maximum && <div><dt>{t("maximum")}</dt><dd>{t("largest", facts.maximum.value, facts.maximum.heap)}</dd></div>}
            {proved.map((line) => <div key={line}><dt>{t("proved")}</dt><dd>{faultText(line)}</dd></div>)}
          </dl>
          <PeriodTable values={values} first={first} width={facts.period?.period ?? 10} />
          <Button label={`${t("download")} (CSV)`} onClick={() => download(`${name}.csv`, "text/csv", csv(values, first))} />
        </>
      )}
    </div>
  );
}

/** The sequence up to a heap, by its period; nothing if the values that are known do not have it. */
export function continued(facts: SequenceFacts, to: number): SequenceFacts | null {
  const { first, values, period } = facts;
  if (period?.verdict !== "proved" || !values || typeof first !== "number") return null;
  const { period: length, preperiod, saltus } = period;
  const from = preperiod + length - first;
  if (from > values.length || from < length) return null;
  for (let at = from; at < values.length; at++) if (values[at] !== (values[at - length] ?? 0) + saltus) return null;
  const all = values.slice();
  for (let at = values.length; at <= to - first; at++) all.push((all[at - length] ?? 0) + saltus);
  const most = all.reduce((best, value, at) => (value > (all[best] ?? 0) ? at : best), 0);
  const maximum = saltus === 0 ? (facts.maximum ?? null) : { heap: first + most, value: all[most] ?? 0 };
  return { ...facts, values: all, to, maximum };
}

function Period({ period }: { period: Periodicity }): VNode {
  const parts = [`G(n + ${period.period}) = G(n)${period.saltus ? ` + ${period.saltus}` : ""}`, `n ≥ ${period.preperiod}`];
  if (period.verdict !== "proved") parts.push(t("observedTo", period.checked_to));
  return <>{parts.join(", ")}</>;
}

function csv(values: number[], first: number): string {
  return `heap,value\n${values.map((value, at) => `${first + at},${value}`).join("\n")}\n`;
}

/** The values in rows as long as the period, so that a period is seen as equal rows. */
function PeriodTable({ values, first, width }: { values: number[]; first: number; width: number }): VNode {
  const [from, setFrom] = useState(0);
  const columns = Math.min(Math.max(width, 1), 64);
  const begin = first - (first % columns);
  const rows = Math.ceil((first + values.length - begin) / columns);
  const last = Math.min(rows, from + MOST_ROWS);
  useEffect(() => setFrom(0), [values]);
  return (
    <details>
      <summary>{t("valueTable")}</summary>
      <div class="scroll">
        <table class="plain numbers">
          <thead>
            <tr>
              <th scope="col">+</th>
              {Array.from({ length: columns }, (_, at) => <th key={at} scope="col">{at}</th>)}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: last - from }, (_, row) => {
              const heap = begin + (from + row) * columns;
              return (
                <tr key={heap}>
                  <th scope="row">{heap}</th>
                  {Array.from({ length: columns }, (_, at) => <td key={at}>{values[heap + at - first] ?? ""}</td>)}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {rows > MOST_ROWS && (
        <p class="row">
          <Button label="←" disabled={from === 0} onClick={() => setFrom(Math.max(0, from - MOST_ROWS))} />
          <span>{`${from + 1}–${last} / ${rows}`}</span>
          <Button label="→" disabled={last === rows} onClick={() => setFrom(Math.min(rows - 1, from + MOST_ROWS))} />
        </p>
      )}
    </details>
  );
}
