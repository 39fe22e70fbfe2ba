/** Short words to the user that go away by themselves. */
import { signal } from "@preact/signals";

export const note = signal("");
let timer: ReturnType<typeof setTimeout> | undefined;

export function say(text: string): void {
  note.value = text;
  clearTimeout(timer);
  timer = setTimeout(() => (note.value = ""), 4000);
}
