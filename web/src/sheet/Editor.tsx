import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completionStatus,
  moveCompletionSelection,
  selectedCompletion,
} from "@codemirror/autocomplete";
import { standardKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { EditorState, Prec, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap } from "@codemirror/view";
import { effect, type Signal } from "@preact/signals";
import { highlightCode } from "@lezer/highlight";
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Fault } from "../protocol";
import { games, names } from "../welcome";
import { colours, completer, goesOn, look, notation } from "./language";
import { difference } from "./merge";

interface Props {
  source: Signal<string>;
  fault: Fault | null;
  label: string;
  /** Whether it takes the keyboard now. */
  wanted: boolean;
  /** Names that were given a meaning. */
  own: () => string[];
  /** The kind of the value that a name was given. */
  kindOf: (name: string) => string | null;
  onWanted: () => void;
  /** Before something is typed. */
  onTyped: () => void;
  /** Runs the cell, and goes on to the next unless it is to stay. */
  onRun: (stays: boolean) => void;
  /** Stops the cell; false if nothing is computed. */
  onStop: () => boolean;
  /** Out of the editor, to the cell. */
  onEscape: () => void;
  onUndo: (again: boolean) => void;
  /** Out of the cell, up or down. */
  onLeave: (by: -1 | 1) => void;
  /** What was run before that begins with this text, `back` steps ago. */
  past: (prefix: string, back: number) => string | null;
}

const WRONG = Decoration.mark({ class: "wrong" });
const setWrong = StateEffect.define<DecorationSet>();
/** The letters that are wrong. */
const wrong = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { changes, effects }) => effects.reduce((found, effect) => (effect.is(setWrong) ? effect.value : found), before.map(changes)),
  provide: (field) => EditorView.decorations.from(field),
});

/** Where on the screen something was clicked. */
interface Spot {
  x: number;
  y: number;
}

/** What is typed in a cell: a text that becomes an editor when it takes the keyboard. */
export function Editor(props: Props): VNode {
  const [awake, setAwake] = useState(false);
  const spot = useRef<Spot | null>(null);
  if (awake || props.wanted) return <Live {...props} spot={spot.current} onMade={() => setAwake(true)} />;
  return (
    <div class="editor">
      <pre
        class="still"
        role="textbox"
        aria-multiline="true"
        aria-label={props.label}
        tabIndex={0}
        onPointerDown={({ clientX, clientY }) => (spot.current = { x: clientX, y: clientY })}
        onFocus={() => setAwake(true)}
      >
        <Still source={props.source.value} fault={props.fault} />
      </pre>
    </div>
  );
}

/** A text in its colours; what is wrong is underlined. */
function Still({ source, fault }: { source: string; fault: Fault | null }): VNode {
  const parts = useMemo(() => {
    const found: VNode[] = [];
    const [from, to] = [fault?.from ?? -1, fault?.to ?? -1];
    let at = 0;
    const put = (text: string, classes: string) => {
      const isWrong = at < to && at + text.length > from;
      found.push(<span class={isWrong ? `${classes} wrong` : classes}>{text}</span>);
      at += text.length;
    };
    highlightCode(source, notation.parser.parse(source), look, put, () => put("\n", ""));
    return found;
  }, [source, fault]);
  return <>{parts}</>;
}

function newLine(view: EditorView): boolean {
  view.dispatch(view.state.replaceSelection("\n"), { scrollIntoView: true });
  return true;
}

function Live(props: Props & { spot: Spot | null; onMade: () => void }): VNode {
  const place = useRef<HTMLDivElement>(null);
  const made = useRef<EditorView | null>(null);
  const last = useRef(props);
  last.current = props;

  useLayoutEffect(() => {
    if (!place.current) return;
    let recalled: { prefix: string; back: number } | null = null;
    const put = (view: EditorView, text: string) => {
      const before = view.state.doc.toString();
      const { from, end, otherEnd } = difference(before, text);
      view.dispatch({ changes: { from, to: end, insert: text.slice(from, otherEnd) }, selection: { anchor: otherEnd } });
    };
    const recall = (by: 1 | -1) => (view: EditorView) => {
      const now = recalled ?? { prefix: view.state.doc.toString(), back: 0 };
      const back = now.back + by;
      const found = back === 0 ? now.prefix : last.current.past(now.prefix, back);
      if (found === null || back < 0) return true;
      put(view, found);
      recalled = { prefix: now.prefix, back };
      return true;
    };
    const leave = (by: -1 | 1) => (view: EditorView) => {
      if (completionStatus(view.state) === "active") return false;
      const { head, empty } = view.state.selection.main;
      const line = view.state.doc.lineAt(head).number;
      if (!empty || line !== (by < 0 ? 1 : view.state.doc.lines)) return false;
      last.current.onLeave(by);
      return true;
    };
    // A proposal that is still on its way must not stand over the answer.
    const run = (stay: boolean) => (view: EditorView) => {
      closeCompletion(view);
      last.current.onRun(stay);
      return true;
    };
    const state = EditorState.create({
      doc: props.source.peek(),
      extensions: [
        Prec.highest(
          keymap.of([
            {
              key: "Enter",
              run: (view) => {
                // What is proposed is taken if it was gone to; else the cell is run as it stands.
                if (selectedCompletion(view.state) !== null) return acceptCompletion(view);
                if (goesOn(view.state.doc.toString())) return closeCompletion(view), newLine(view);
                return run(false)(view);
              },
              shift: run(false),
            },
            { key: "Alt-Enter", run: newLine },
            {
              key: "Tab",
              run: (view) => {
                if (completionStatus(view.state) !== "active") return false;
                if (selectedCompletion(view.state) === null) moveCompletionSelection(true)(view);
                return acceptCompletion(view);
              },
            },
            { key: "Mod-Enter", run: run(true) },
            { key: "Mod-z", run: () => (last.current.onUndo(false), true), shift: () => (last.current.onUndo(true), true) },
            { key: "Mod-y", run: () => (last.current.onUndo(true), true) },
            { key: "Ctrl-c", run: (view) => view.state.selection.main.empty && last.current.onStop() },
            { key: "Ctrl-ArrowUp", run: recall(1) },
            { key: "Ctrl-ArrowDown", run: recall(-1) },
          ]),
        ),
        keymap.of([
          { key: "ArrowUp", run: leave(-1) },
          { key: "ArrowDown", run: leave(1) },
          { key: "Escape", run: () => (last.current.onEscape(), true) },
        ]),
        bracketMatching(),
        closeBrackets(),
        notation,
        colours,
        wrong,
        autocompletion({ override: [completer(names, games, () => last.current.own(), (name) => last.current.kindOf(name))], icons: false, selectOnOpen: false, interactionDelay: 0 }),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...standardKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": props.label, spellcheck: "false", autocapitalize: "off" }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          recalled = null;
          const text = update.state.doc.toString();
          if (text === last.current.source.peek()) return;
          last.current.onTyped();
          last.current.source.value = text;
        }),
      ],
    });
    const view = new EditorView({ state, parent: place.current });
    made.current = view;
    const { spot } = props;
    const anchor = (spot && view.posAtCoords(spot)) ?? view.state.doc.length;
    view.focus();
    view.dispatch({ selection: { anchor } });
    last.current.onMade();
    // What is changed elsewhere (undo of the sheet) is shown here too.
    const end = effect(() => {
      const text = last.current.source.value;
      if (text !== view.state.doc.toString()) put(view, text);
    });
    return () => {
      end();
      view.destroy();
      made.current = null;
    };
  }, [props.source]);

  useEffect(() => {
    const view = made.current;
    if (!view) return;
    const { fault } = props;
    const length = view.state.doc.length;
    const from = Math.min(fault?.from ?? length, length);
    const to = Math.min(fault?.to ?? from, length);
    view.dispatch({ effects: setWrong.of(from < to ? Decoration.set(WRONG.range(from, to)) : Decoration.none) });
  }, [props.fault]);

  useEffect(() => {
    if (!props.wanted || !made.current) return;
    made.current.focus();
    made.current.dispatch({ selection: { anchor: made.current.state.doc.length } });
    props.onWanted();
  }, [props.wanted]);

  return <div class="editor" ref={place} />;
}
