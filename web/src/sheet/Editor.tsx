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
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { setDiagnostics } from "@codemirror/lint";
import { EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap, placeholder } from "@codemirror/view";
import { effect, type Signal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Fault } from "../protocol";
import { games, names } from "../welcome";
import { colours, completer, notation } from "./language";

interface Props {
  source: Signal<string>;
  fault: Fault | null;
  label: string;
  hint?: string;
  /** Whether it takes the keyboard now. */
  wanted: boolean;
  /** Names that were given a meaning. */
  own: () => string[];
  onWanted: () => void;
  onRun: () => void;
  /** Out of the cell, up or down. */
  onLeave: (by: -1 | 1) => void;
  /** What was run before that begins with this text, `back` steps ago. */
  past: (prefix: string, back: number) => string | null;
}

/** The editor of a cell. */
export function Editor(props: Props): VNode {
  const place = useRef<HTMLDivElement>(null);
  const made = useRef<EditorView | null>(null);
  const last = useRef(props);
  last.current = props;

  useEffect(() => {
    if (!place.current) return;
    let recalled: { prefix: string; back: number } | null = null;
    const put = (view: EditorView, text: string) =>
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: text.length },
      });
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
                closeCompletion(view);
                last.current.onRun();
                return true;
              },
              shift: (view) => {
                view.dispatch(view.state.replaceSelection("\n"), { scrollIntoView: true });
                return true;
              },
            },
            {
              key: "Tab",
              run: (view) => {
                if (completionStatus(view.state) !== "active") return false;
                if (selectedCompletion(view.state) === null) moveCompletionSelection(true)(view);
                return acceptCompletion(view);
              },
            },
            { key: "Mod-Enter", run: () => (last.current.onRun(), true) },
            { key: "Ctrl-ArrowUp", run: recall(1) },
            { key: "Ctrl-ArrowDown", run: recall(-1) },
          ]),
        ),
        keymap.of([
          { key: "ArrowUp", run: leave(-1) },
          { key: "ArrowDown", run: leave(1) },
        ]),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        notation,
        colours,
        autocompletion({ override: [completer(names, games, () => last.current.own())], icons: false, selectOnOpen: false, interactionDelay: 0 }),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": props.label, spellcheck: "false", autocapitalize: "off" }),
        ...(props.hint ? [placeholder(props.hint)] : []),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          recalled = null;
          const text = update.state.doc.toString();
          if (text !== last.current.source.peek()) last.current.source.value = text;
        }),
      ],
    });
    const view = new EditorView({ state, parent: place.current });
    made.current = view;
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
    const from = Math.min(fault?.from ?? 0, length);
    const to = Math.min(Math.max(fault?.to ?? from, from), length);
    const shown =
      fault && fault.from !== null && fault.from !== undefined
        ? [{ from, to, severity: "error" as const, message: fault.help ? `${fault.message} (${fault.help})` : fault.message }]
        : [];
    view.dispatch(setDiagnostics(view.state, shown));
  }, [props.fault]);

  useEffect(() => {
    if (!props.wanted || !made.current) return;
    made.current.focus();
    made.current.dispatch({ selection: { anchor: made.current.state.doc.length } });
    props.onWanted();
  }, [props.wanted]);

  return <div class="editor" ref={place} />;
}
