import { en, type Key } from "./en"; export const ru: Record<Key, string> = en;
