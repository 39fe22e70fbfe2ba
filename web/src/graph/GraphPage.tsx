import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { engine, faultOf, type PendingRequest } from "../engine";
import { t } from "../i18n";
import { say } from "../notes";
import { Button, download, FaultNote, pickFile, wins, Working } from "../parts/small";
import type { Fault, SolvedFile } from "../protocol";
import { route, setAddress } from "../route";
import { fromLink, MOST_LETTERS, toLink } from "../sheet/link";
import { Drawn } from "./Drawn";
import { layers, MOST_NEIGHBOURS, neighbourhood, table } from "./solved";

const EXAMPLE = "a b\na c\nb d\nc d\nd e\nc a\n";
/** The most vertices of a drawing, and the most rows that are shown of a table. */
const MOST_DRAWN = 2000;
const MOST_ROWS = 500;

interface Dropped {
  name: string;
  text: string;
}

/** A graph that is too large for an address: only this tab can find it again. */
const PLACE = "upstar.graph";

function keep(packed: string): boolean {
  try {
    sessionStorage.setItem(PLACE, packed);
    return true;
  } catch {
    return false;
  }
}

/** The graph that this tab keeps, if it is the one of the address. */
function keptGraph(length: string | null): string {
  const packed = sessionStorage.getItem(PLACE) ?? "";
  return packed.length === Number(length) ? packed : "";
}

/** What the address of a graph says: the graph itself, or that this tab keeps it. */
function address(packed: string): { g: string } | { kept: string } {
  if (packed.length <= MOST_LETTERS) return { g: packed };
  if (keep(packed)) say(t("linkShort"));
  return { kept: String(packed.length) };
}

/** A graph of positions and moves: dropped on the page, drawn and solved. */
export function GraphPage({ more }: { more: URLSearchParams }): VNode {
  const [file, setFile] = useState<Dropped | null>(null);
  const [typed, setTyped] = useState(EXAMPLE);
  const misere = more.has("misere");
  const [solved, setSolved] = useState<SolvedFile | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const work = useRef<PendingRequest | null>(null);
  /** What the address says of the graph that is shown. */
  const shown = useRef("");
  const where = more.get("g") ?? more.get("kept") ?? "";
  const open = (given: Dropped) => {
    setFile(given);
    void toLink({ title: given.name, sources: [given.text] }).then((packed) => {
      const place = address(packed);
      shown.current = Object.values(place)[0] ?? "";
      if (route.peek().place !== "graphs") return;
      setAddress({ ...place, misere: misere ? "1" : null }, true);
    });
  };
  // Before the next event: later it could discard a file that was just dropped.
  useLayoutEffect(() => {
    if (shown.current === where) return;
    shown.current = where;
    const packed = more.get("g") ?? keptGraph(more.get("kept"));
    if (where === "") {
      setFile(null);
      setSolved(null);
    } else {
      void fromLink(packed).then((linked) => {
        if (!linked) return say(t("linkBroken"));
        setFile({ name: linked.title, text: linked.sources[0] ?? "" });
        if (more.has("g")) setTyped(linked.sources[0] ?? "");
      });
    }
  }, [where]);
  useEffect(() => {
    if (!file) return;
    setFault(null);
    setSolved(null);
    setBusy(true);
    const asked = engine.ask({ ask: "graph", name: file.name, text: file.text, misere }, (reply) => {
      if (work.current === asked && reply.event === "graph") setSolved(reply);
    });
    work.current = asked;
    const end = (wrong: Fault | null) => {
      if (work.current !== asked) return;
      setBusy(false);
      setFault(wrong);
    };
    asked.done.then(
      () => end(null),
      (error: unknown) => end(faultOf(error)),
    );
    return () => {
      work.current = null;
      asked.stop();
    };
  }, [file, misere]);
  return (
    <div
      class={`page graphs ${over ? "dropping" : ""}`}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const dropped = event.dataTransfer?.files[0];
        if (!dropped) return;
        event.preventDefault();
        void dropped.text().then((text) => open({ name: dropped.name, text }));
      }}
    >
      <h1>{t("graphs")}</h1>
      <div class="drop-zone">
        <p>{t("dropGraph")} <Button label={t("chooseFile")} onClick={() => void pickFile("").then((found) => found && open(found))} /></p>
        <p class="quiet">{t("dropAnywhere")}</p>
        <details open={!file}>
          <summary>{t("orPaste")}</summary>
          <textarea aria-label={t("orPaste")} rows={6} spellcheck={false} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
          <Button label={t("solve")} class="primary" onClick={() => open({ name: "graph.txt", text: typed })} />
        </details>
        <label class="check">
          <input type="checkbox" checked={misere} onChange={({ currentTarget: { checked } }) => setAddress({ g: more.get("g"), kept: more.get("kept"), misere: checked ? "1" : null }, true)} /> {t("misereLong")}
        </label>
      </div>
      {busy && <Working onStop={() => work.current?.stop()} />}
      {fault && <FaultNote fault={fault} />}
      {solved && <Solved solved={solved} name={file?.name ?? "graph"} />}
    </div>
  );
}

function Solved({ solved, name }: { solved: SolvedFile; name: string }): VNode {
  const facts = solved.analysis.graph;
  const counts = facts?.outcomes ?? [];
  const count = solved.vertices.length;
  return (
    <section class="solved">
      {facts && (
        <p>
          {t("vertices", facts.vertices)}, {t("arcs", facts.arcs)}
          {counts.filter(([, count]) => count > 0).map(([outcome, count]) => (
            <span key={outcome} title={wins(outcome)}> · {outcome}: {count}</span>
          ))}
        </p>
      )}
      {count > MOST_DRAWN ? <Overview solved={solved} /> : count > 0 ? <Drawn solved={solved} /> : <p class="quiet">{t("notDrawn")}</p>}
      <Rows text={solved.table ?? ""} name={name} isOpen={count === 0 || count > MOST_DRAWN} />
    </section>
  );
}

/** The table: its first rows, and all of it as a file. */
function Rows({ text, name, isOpen }: { text: string; name: string; isOpen: boolean }): VNode {
  const rows = useMemo(() => table(text, MOST_ROWS + 1), [text]);
  const more = useMemo(() => (rows.length > MOST_ROWS ? text.trimEnd().split("\n").length - rows.length : 0), [rows]);
  if (rows.length === 0) return <p class="quiet">{t("tableMissing")}</p>;
  return (
    <details open={isOpen}>
      <summary>{t("table")}</summary>
      <div class="scroll tall" tabIndex={0} role="region" aria-label={t("table")}>
        <table class="plain">
          <thead><tr>{(rows[0] ?? []).map((cell) => <th key={cell} scope="col">{cell}</th>)}</tr></thead>
          <tbody>
            {rows.slice(1).map((row, at) => (
              <tr key={at}>{row.map((cell, column) => <td key={column}>{cell}</td>)}</tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p class="quiet">{t("moreRows", more)}</p>}
      <Button label={`${t("download")} (CSV)`} onClick={() => download(`${name}.solved.csv`, "text/csv", text)} />
    </details>
  );
}

/** The most layers that are listed. */
const MOST_LAYERS = 40;

/** A graph with more vertices than can be told apart: how many are decided when, and what is around one. */
function Overview({ solved }: { solved: SolvedFile }): VNode {
  const found = useMemo(() => layers(solved.vertices), [solved]);
  const [chosen, setChosen] = useState(found[0]?.vertices[0] ?? 0);
  const [wanted, setWanted] = useState("");
  useEffect(() => setChosen(found[0]?.vertices[0] ?? 0), [solved]);
  const { part, all } = useMemo(() => neighbourhood(solved, chosen), [solved, chosen]);
  const most = Math.max(...found.map(({ vertices }) => vertices.length));
  const number = (name: string) => solved.vertices.findIndex((vertex) => vertex.name === name);
  return (
    <div class="overview">
      <section>
        <h2>{t("layers")}</h2>
        <table class="plain layers">
          <tbody>
            {found.slice(0, MOST_LAYERS).map(({ step, vertices }) => (
              <tr key={step}>
                <th scope="row">{Number.isFinite(step) ? step : t("wins_D")}</th>
                <td>{vertices.length}</td>
                <td class="bar-cell"><span class="bar" style={{ width: `${(100 * vertices.length) / most}%` }} /></td>
                <td><button type="button" class="crumb" onClick={() => setChosen(vertices[0] ?? 0)}>{solved.vertices[vertices[0] ?? 0]?.name}</button></td>
              </tr>
            ))}
          </tbody>
        </table>
        {found.length > MOST_LAYERS && <p class="quiet">… {found[found.length - 1]?.step}</p>}
      </section>
      <section>
        <h2>{t("neighbours")}</h2>
        <form
          class="ask"
          onSubmit={(event) => {
            event.preventDefault();
            const at = number(wanted.trim());
            if (at >= 0) setChosen(at);
            else say(t("nothingFound"));
          }}
        >
          <input aria-label={t("vertex")} placeholder={t("vertex")} value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
          <button type="submit" class="button">{t("go")}</button>
        </form>
        <Drawn solved={part} focus={part.vertices.findIndex(({ name }) => name === solved.vertices[chosen]?.name)} onPick={(at) => setChosen(number(part.vertices[at]?.name ?? ""))} />
        {all > MOST_NEIGHBOURS && <p class="quiet">{t("tooManyNeighbours", MOST_NEIGHBOURS, all)}</p>}
      </section>
    </div>
  );
}
