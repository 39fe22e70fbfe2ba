/** Where in the page one is: after the `#`, so that the page works from any folder. */
import { signal } from "@preact/signals";

export type Place = "sheet" | "explore" | "games" | "graphs" | "heaps";

export interface Route {
  place: Place;
  /** What is shown there: a subject, a game's name. */
  what: string;
  /** Further words, by name. */
  more: URLSearchParams;
}

const PLACES: readonly Place[] = ["sheet", "explore", "games", "graphs", "heaps"];

export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [first = "", ...rest] = path.split("/");
  const place = PLACES.find((one) => one === first) ?? "sheet";
  const more = new URLSearchParams(query);
  let what = "";
  try {
    what = decodeURIComponent(rest.join("/"));
  } catch {
    // What is no text is nothing.
  }
  return { place, what, more };
}

export function href(place: Place, what = "", more: Record<string, string> = {}): string {
  const query = new URLSearchParams(more).toString();
  return `#/${place}${what ? `/${encodeURIComponent(what)}` : ""}${query ? `?${query}` : ""}`;
}

export const route = signal<Route>(parse(typeof location === "undefined" ? "" : location.hash));

export function go(place: Place, what = "", more: Record<string, string> = {}): void {
  location.hash = href(place, what, more);
}

export function follow(): void {
  addEventListener("hashchange", () => (route.value = parse(location.hash)));
}
