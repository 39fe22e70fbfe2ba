import { en, type Key } from "./en"; export const pl: Record<Key, string> = en;
