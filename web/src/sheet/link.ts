/** A sheet in a link: its text, packed, after the `#`, which browsers send nowhere. */

export interface Linked {
  title: string;
  sources: string[];
}

/** The most letters of a link: what browsers and programs for letters let pass. */
export const MOST_LETTERS = 30_000;
/** The most bytes that a link may unpack to. */
const MOST_BYTES = 16_000_000;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw new Error("the link is too long");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function toLink(sheet: Linked): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([sheet.title, ...sheet.sources]));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The sheet in a link, or nothing if there is none. */
export async function fromLink(link: string): Promise<Linked | null> {
  try {
    const letters = atob(link.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream("deflate-raw"));
    const found: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (!Array.isArray(found) || found.length === 0) return null;
    if (!found.every((text): text is string => typeof text === "string")) return null;
    const [title, ...sources] = found;
    return { title: title ?? "", sources };
  } catch {
    return null;
  }
}
