/** The gallery: sheets that the server shows to everybody. */
import { hasServer } from "#line";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { say } from "../notes";
import { openText } from "./files";

const PLACE = "/api/gallery";

/** The names of the sheets; none where there is no gallery. */
async function names(): Promise<string[]> {
  if (!hasServer) return [];
  try {
    const answer = await fetch(PLACE);
    const found: unknown = answer.ok ? await answer.json() : [];
    return Array.isArray(found) ? found.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

/** Opens a sheet of the gallery as a new sheet of this browser. */
async function open(name: string): Promise<void> {
  const answer = await fetch(`${PLACE}/${encodeURIComponent(name)}`).catch(() => null);
  if (answer?.ok) await openText(name, await answer.text());
  else say(t("galleryBroken", name));
}

/** The sheets of the gallery, if there are any, in the menu. */
export function Gallery({ onOpen }: { onOpen: () => void }): VNode | null {
  const [found, setFound] = useState<string[]>([]);
  useEffect(() => void names().then(setFound), []);
  if (found.length === 0) return null;
  return (
    <>
      <h2>{t("gallery")}</h2>
      <ul>
        {found.map((name) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => {
                onOpen();
                void open(name);
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
