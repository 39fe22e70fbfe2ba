/** The notation in the editor: its colours and what completes it. */
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { aboutOf, rulesOf } from "../i18n";
import { term } from "../i18n/terms";
import type { Game, Name } from "../protocol";

const KEYWORDS =
  /^(?:and|or|not|is|if|then|else|elseif|end|for|from|to|by|while|do|in|where|def|var|begin|rules|true|false|nothing)\b/;
const GAMES = /^(?:on|off|over|under|upon|uponth|dud|pass|Tiny|Miny)\b/;

/** Colours of the notation; the parser proper is in the engine. */
export const notation = StreamLanguage.define<{ comment: boolean }>({
  name: "upstar",
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment) {
      if (stream.skipTo("*/")) {
        stream.match("*/");
        state.comment = false;
      } else stream.skipToEnd();
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.comment = true;
      return "comment";
    }
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(KEYWORDS)) return "keyword";
    if (stream.match(GAMES)) return "atom";
    if (stream.match(/^v+(?![A-Za-z_])/)) return "atom";
    if (stream.match(/^\d+/)) return "number";
    if (stream.match(/^\.\s*[A-Za-z]\w*/)) return "propertyName";
    if (stream.match(/^[A-Za-z_ωε]\w*(?=\s*\()/)) return "typeName";
    if (stream.match(/^[A-Za-z_ωε]\w*/)) return "variableName";
    if (stream.match(/^(?:\^+|[↑↓⇑⇓⋆*]|\+-|±)/)) return "atom";
    if (stream.match(/^(?:[{}]|\|+)/)) return "bracket";
    if (stream.match(/^(?::=|=>|->|[=!<>]=?|<>|[-+&:%/])/)) return "operator";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
});

/** Which classes parts of the notation have. */
export const look = HighlightStyle.define([
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.string, class: "tok-string" },
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.atom, class: "tok-atom" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.propertyName, class: "tok-property" },
  { tag: tags.typeName, class: "tok-type" },
  { tag: tags.bracket, class: "tok-bracket" },
  { tag: tags.operator, class: "tok-operator" },
]);

export const colours = syntaxHighlighting(look);

/** Whether a cell goes on in the next line: a bracket is open, or rules have no end. */
export function goesOn(source: string): boolean {
  const bare = source.replaceAll(/"[^"\n]*"|\/\/[^\n]*/g, "");
  const open = (bare.match(/[([{]/g)?.length ?? 0) - (bare.match(/[)\]}]/g)?.length ?? 0);
  const rules = /^\s*rules\b(?!.*:)/.test(bare) && !/^\s*end\s*$/m.test(bare);
  return open > 0 || rules;
}

/** A name as it is typed: `canonical_form` and `CanonicalForm` are the same. */
export function simple(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** Whether a name is called with a dot: `G.Stops`. */
export function isMethod(name: Name): boolean {
  return name.usage.includes(`.${name.name}`);
}

/** Kinds of values that have methods of their own, by the word that stands for them in a usage. */
const OWN_METHODS = ["list", "map", "set", "text", "graph"];

/** Whether a value of a kind has a method; of a kind that is not known it may have any. */
function hasMethod(kind: string | null, { name, usage }: Name): boolean {
  const receiver = usage.slice(0, usage.indexOf(`.${name}`)).replaceAll(/\W/g, "");
  if (kind === null) return true;
  return OWN_METHODS.includes(kind) ? receiver === kind || receiver === "x" : !OWN_METHODS.includes(receiver);
}

/** The kind of what stands before a point. */
function kindBefore(text: string, kindOf: (name: string) => string | null): string | null {
  const name = /([\p{L}_]\w*)\s*$/u.exec(text)?.[1];
  if (name) return kindOf(name);
  return /\]\s*$/.test(text) ? "list" : /"\s*$/.test(text) ? "text" : /\}\s*$/.test(text) ? "game" : null;
}

/** What can be put at the end of what is typed. */
export function completer(names: () => Name[], games: () => Game[], own: () => string[], kindOf: (name: string) => string | null) {
  return (context: CompletionContext): CompletionResult | null => {
    const inText = context.matchBefore(/"[^"\n]*/);
    if (inText && (inText.text.match(/"/g)?.length ?? 0) % 2 === 1) {
      const line = context.state.doc.lineAt(context.pos);
      const quotes = line.text.slice(0, context.pos - line.from).split('"').length - 1;
      if (quotes % 2 === 1) return null;
    }
    const method = context.matchBefore(/\.\s*[A-Za-z]*\w*/);
    if (method) {
      const before = context.state.sliceDoc(Math.max(0, method.from - 1), method.from);
      if (before === "." || before === "" || method.text === "..") return null;
      const from = method.from + (/^\.\s*/.exec(method.text)?.[0].length ?? 1);
      const kind = kindBefore(context.state.sliceDoc(0, method.from), kindOf);
      const options: Completion[] = names().filter((name) => isMethod(name) && hasMethod(kind, name)).map(completion);
      return { from, options, validFor: /^\w*$/ };
    }
    const word = context.matchBefore(/[A-Za-z]\w*/);
    if (!word && !context.explicit) return null;
    const options: Completion[] = [
      ...own().map((label): Completion => ({ label, type: "variable", boost: 2 })),
      ...names().filter((name) => !isMethod(name)).map(completion),
      ...games().map(
        (game): Completion => ({ label: game.name, detail: term(game.class), info: rulesOf(game), type: "class", apply: `${game.name}(` }),
      ),
    ];
    return { from: word ? word.from : context.pos, options, validFor: /^\w*$/ };
  };
}

function completion(name: Name): Completion {
  return { label: name.name, detail: name.usage, info: aboutOf(name), type: isMethod(name) ? "method" : "function" };
}
