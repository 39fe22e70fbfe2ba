import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { t } from "../i18n";
import { term } from "../i18n/terms";
import { FaultNote, Button, pickFile } from "../parts/small";
import type { Fault, Game } from "../protocol";
import { go, href } from "../route";
import { simple } from "../sheet/language";
import { addRules, games } from "../welcome";
import { Table } from "./Table";

type Kind = "all" | "impartial" | "partizan" | "loopy";
const KINDS: Kind[] = ["all", "impartial", "partizan", "loopy"];

/** The catalogue; a game of it; or a position of some. */
export function GamesPage({ name, position }: { name: string; position: string | null }): VNode {
  if (position) return <Table key={position} start={position} />;
  if (!name) return <Gallery />;
  const game = games().find((one) => simple(one.name) === simple(name));
  if (!game) return <div class="page"><p class="quiet">{games().length === 0 ? "…" : t("nothingFound")}</p></div>;
  return <GamePage key={game.name} game={game} />;
}

function Gallery(): VNode {
  const [wanted, setWanted] = useState("");
  const [kind, setKind] = useState<Kind>("all");
  const all = games();
  const found = useMemo(() => all.filter((game) => fits(game, wanted, kind)), [all, wanted, kind]);
  return (
    <div class="page gallery">
      <h1>{t("games")}</h1>
      <form class="ask" role="search" onSubmit={(event) => event.preventDefault()}>
        <input type="search" aria-label={t("search")} placeholder={t("search")} value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
        <select aria-label={t("kind")} value={kind} onChange={(event) => setKind(event.currentTarget.value as Kind)}>
          {KINDS.map((one) => <option key={one} value={one}>{t(one)}</option>)}
        </select>
        <span class="quiet" role="status">{t("gamesFound", found.length)}</span>
        <CustomGame />
      </form>
      <ul class="cards">
        {found.map((game) => (
          <li key={game.name}>
            <a class="card" href={href("games", game.name)}>
              <h2>{game.name.replaceAll("_", " ")}</h2>
              <p class="quiet">{term(game.class)}</p>
              <p>{game.rules}</p>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Opens a file of custom rules: its games are in the catalogue from then on. */
function CustomGame(): VNode {
  const [fault, setFault] = useState<Fault | null>(null);
  const open = async () => {
    const file = await pickFile("");
    if (!file) return;
    const found = await addRules(file.text);
    setFault(found.fault);
    const first = found.games[0];
    if (first) go("games", first.name);
  };
  return (
    <>
      <Button label={t("ownRules")} onClick={() => void open()} />
      {fault && <FaultNote fault={fault} />}
    </>
  );
}

function fits(game: Game, wanted: string, kind: Kind): boolean {
  if (kind === "impartial" && !game.impartial) return false;
  if (kind === "partizan" && game.impartial) return false;
  if (kind === "loopy" && !game.loopy) return false;
  const words = [game.name, ...game.aliases, game.rules, game.class, term(game.class)].join(" ");
  return simple(words).includes(simple(wanted.trim()));
}

function GamePage({ game }: { game: Game }): VNode {
  return (
    <div class="game-page">
      <div class="page game-head">
        <p><a href={href("games")}>← {t("games")}</a></p>
        <h1>{game.name.replaceAll("_", " ")}</h1>
        <p class="rules">{game.rules}</p>
        <details>
          <summary>{t("source")}, {t("howWritten")}</summary>
          <dl class="facts">
            <div><dt>{t("kind")}</dt><dd>{term(game.class)}</dd></div>
            <div><dt>{t("howWritten")}</dt><dd><code>{game.usage}</code></dd></div>
            <div><dt>{t("source")}</dt><dd>{game.source}</dd></div>
            <div><dt>{t("example")}</dt><dd><code>{game.example}</code>{game.answer && <> = <code>{game.answer}</code></>}</dd></div>
          </dl>
        </details>
      </div>
      <Table start={game.example} />
    </div>
  );
}
