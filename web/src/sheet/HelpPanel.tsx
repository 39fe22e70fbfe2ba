import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { aboutOf, rulesOf, t } from "../i18n";
import { wordsOf } from "../i18n/games";
import { Button } from "../parts/small";
import type { Game, Name } from "../protocol";
import { href } from "../route";
import { games, names } from "../welcome";
import { simple } from "./language";
import { tryOut } from "./sheet";

/** Entries that are shown before one searches on. */
const MOST = 40;

/** Help for every name, with examples that run at a click. */
export function HelpPanel({ onClose }: { onClose: () => void }): VNode {
  const [wanted, setWanted] = useState("");
  const found = search(wanted, names(), games());
  return (
    <aside class="help" aria-label={t("help")}>
      <div class="help-head">
        <input type="search" aria-label={t("helpSearch")} placeholder={t("helpSearch")} value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
        <Button label={t("close")} icon="✕" onClick={onClose} />
      </div>
      {found.length === 0 && <p class="quiet">{t("nothingFound")}</p>}
      {found.slice(0, MOST).map((entry) => (
        <article key={entry.name}>
          <h2>{entry.game ? <a href={href("games", entry.name)}>{entry.name}</a> : entry.name}</h2>
          <p><code>{entry.usage}</code></p>
          <p>{entry.about}</p>
          {entry.example && (
            <p class="help-example">
              <button type="button" class="proposal" title={t("tryIt")} onClick={() => tryOut(entry.example)}>
                <code>{entry.example}</code>
              </button>
              {entry.answer && <span> = <code>{entry.answer}</code></span>}
            </p>
          )}
        </article>
      ))}
    </aside>
  );
}

interface Entry {
  name: string;
  usage: string;
  about: string;
  example: string;
  answer: string;
  game: boolean;
  words: string;
}

/** The entries that a text fits: those whose name begins with it first. */
function search(text: string, names: Name[], games: Game[]): Entry[] {
  const entries: Entry[] = [
    ...names.map((one) => ({ ...one, about: aboutOf(one), game: false, words: [one.name, ...one.aliases, one.about, aboutOf(one)].join(" ") })),
    ...games.map((one) => ({
      name: one.name,
      usage: one.usage,
      about: rulesOf(one),
      example: one.example,
      answer: one.answer,
      game: true,
      words: wordsOf(one),
    })),
  ];
  const wanted = simple(text.trim());
  if (wanted === "") return entries;
  const rank = (entry: Entry) => (simple(entry.name).startsWith(wanted) ? 0 : simple(entry.name).includes(wanted) ? 1 : 2);
  return entries.filter((entry) => simple(entry.words).includes(wanted)).sort((one, other) => rank(one) - rank(other));
}
