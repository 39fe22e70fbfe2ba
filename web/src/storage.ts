/** What the browser keeps; a browser that keeps nothing is no error. */

export const PREFIX = "upstar.";

export function load(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Keeps a text; false if there is no room or no storage. */
export function store(name: string, text: string): boolean {
  try {
    localStorage.setItem(PREFIX + name, text);
    return true;
  } catch {
    return false;
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // There was nothing.
  }
}
