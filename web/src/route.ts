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

/** What an address says besides: texts, or several under one name. */
export type More = Record<string, string | readonly string[] | null | undefined>;

export function href(place: Place, what = "", more: More = {}): string {
  const query = new URLSearchParams();
  for (const [name, given] of Object.entries(more)) {
    for (const one of [given ?? []].flat()) query.append(name, one);
  }
  const asked = query.toString();
  return `#/${place}${what ? `/${encodeURIComponent(what)}` : ""}${asked ? `?${asked}` : ""}`;
}

export const route = signal<Route>(parse(typeof location === "undefined" ? "" : location.hash));

export function go(place: Place, what = "", more: More = {}): void {
  location.hash = href(place, what, more);
}

/** Says in the address what is shown now, at the same step of the history or at a new one. */
export function setAddress(more: More, isNew: boolean): void {
  const { place, what } = route.peek();
  const address = href(place, what, more);
  if (address === href(place, what, everything(route.peek().more))) return;
  if (isNew) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  route.value = parse(address);
}

function everything(more: URLSearchParams): More {
  return Object.fromEntries([...new Set(more.keys())].map((name) => [name, more.getAll(name)]));
}

export function follow(): void {
  const arrive = () => {
    if (location.hash !== href(route.peek().place, route.peek().what, everything(route.peek().more))) route.value = parse(location.hash);
  };
  addEventListener("hashchange", arrive);
  addEventListener("popstate", arrive);
}
