import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { rulesOf, t } from "../i18n";
import { gameName } from "../i18n/games";
import { term } from "../i18n/terms";
import { Picture } from "../parts/Picture";
import { FaultNote, Button, pickFile } from "../parts/small";
import type { Fault, Game } from "../protocol";
import { go, href } from "../route";
import { simple } from "../sheet/language";
import { addRules, games } from "../welcome";
import { fits, grouped } from "./groups";
import { Table } from "./Table";
import { useView } from "./useView";

type Kind = "all" | "impartial" | "partizan" | "loopy";
const KINDS: Kind[] = ["all", "impartial", "partizan", "loopy"];

/** The catalogue; a game of it; or a position of some. */
export function GamesPage({ name, more }: { name: string; more: URLSearchParams }): VNode {
  if (!name && !more.get("position")) return <Gallery />;
  const game = games().find((one) => simple(one.name) === simple(name));
  if (name && !game) return <div class="page"><p class="quiet">{games().length === 0 ? "…" : t("nothingFound")}</p></div>;
  const start = more.get("position") ?? game?.example ?? "";
  return (
    <div class="game-page" key={name}>
      {game && !more.has("play") && <Head game={game} />}
      <Table start={start} more={more} />
    </div>
  );
}

function Gallery(): VNode {
  const [wanted, setWanted] = useState("");
  const [kind, setKind] = useState<Kind>("all");
  const all = games();
  const found = useMemo(() => all.filter((game) => isOfKind(game, kind) && fits(game, wanted)), [all, wanted, kind]);
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
      {grouped(found).map(({ group, games }) => (
        <section key={group} aria-label={t(`group_${group}`)}>
          <h2>{t(`group_${group}`)}</h2>
          <ul class="cards">
            {games.map((game) => <li key={game.name}><Card game={game} /></li>)}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Card({ game }: { game: Game }): VNode {
  return (
    <a class="card" href={href("games", game.name)}>
      <Example position={game.example} />
      <h3>{gameName(game.name)}</h3>
      <p class="quiet">{term(game.class)}</p>
      <p class="card-rules">{rulesOf(game)}</p>
    </a>
  );
}

/** A picture of a position, once it comes into sight. */
function Example({ position }: { position: string }): VNode {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const watch = new IntersectionObserver((all) => all.some(({ isIntersecting }) => isIntersecting) && setSeen(true), { rootMargin: "300px" });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  const found = useView(seen ? position : null).position;
  return (
    <div class="card-picture" ref={place} aria-hidden="true">
      {found?.summands.map(({ view, game }, at) => <Picture key={at} view={view} game={game} />)}
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

function isOfKind(game: Game, kind: Kind): boolean {
  return kind === "all" || (kind === "loopy" ? game.loopy : game.impartial === (kind === "impartial"));
}

function Head({ game }: { game: Game }): VNode {
  return (
    <div class="page game-head">
      <p><a href={href("games")}>← {t("games")}</a></p>
      <h1>{gameName(game.name)}</h1>
      <p class="rules">{rulesOf(game)}</p>
      <details>
        <summary>{t("source")}, {t("howWritten").toLowerCase()}</summary>
        <dl class="facts">
          <div><dt>{t("kind")}</dt><dd>{term(game.class)}</dd></div>
          <div><dt>{t("howWritten")}</dt><dd><code>{game.usage}</code></dd></div>
          <div><dt>{t("source")}</dt><dd>{game.source}</dd></div>
          <div><dt>{t("example")}</dt><dd><code>{game.example}</code>{game.answer && <> = <code>{game.answer}</code></>}</dd></div>
        </dl>
      </details>
    </div>
  );
}
