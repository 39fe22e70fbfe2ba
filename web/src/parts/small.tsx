/** Small things that many parts of the page need. */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LOST } from "../engine";
import { faultText, language, t } from "../i18n";
import type { Fault, MoveResult, Outcome } from "../protocol";

/** What an outcome means, in words. */
export function wins(outcome: Outcome): string {
  return t(`wins_${outcome}`);
}

/**
 * What is wrong. Why work ended, and what the page itself finds, is always said in the language in use;
 * of the engine's messages those that are met often.
 */
function said(fault: Fault): string {
  if (fault.message === LOST) return t("lost");
  const { stopped } = fault;
  return !stopped || stopped === "finished" || language.value === "en" ? faultText(fault.message) : t(`ended_${stopped}`);
}

/** What is wrong, and what was probably meant. */
export function FaultNote({ fault }: { fault: Fault }): VNode {
  return (
    <p class="fault" role="alert">
      {said(fault)}
      {fault.help && <span class="fault-help">{faultText(fault.help)}</span>}
    </p>
  );
}

/** How long the engine works on something, after a moment, and how that is stopped. */
export function Working({ onStop, seconds = 0 }: { onStop?: () => void; seconds?: number }): VNode {
  const [begun] = useState(() => performance.now());
  const [now, setNow] = useState(begun);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const shown = Math.max(seconds, (now - begun) / 1000);
  return (
    <p class="quiet working" role="status">
      {shown < 0.25 ? "…" : t("running", shown.toFixed(1))}{" "}
      {shown >= 0.5 && onStop && <Button label={t("stop")} class="stop" onClick={onStop} />}
    </p>
  );
}

interface ButtonProps {
  label: string;
  onClick: () => void;
  /** What is shown instead of the label. */
  icon?: string;
  disabled?: boolean;
  pressed?: boolean;
  class?: string;
  children?: ComponentChildren;
}

/** A button with a name that is read aloud. */
export function Button(props: ButtonProps): VNode {
  const given = props.pressed === undefined ? {} : { "aria-pressed": props.pressed };
  return (
    <button
      type="button"
      class={`button ${props.icon ? "icon" : ""} ${props.class ?? ""}`}
      disabled={props.disabled ?? false}
      onClick={props.onClick}
      {...(props.icon || props.children ? { title: props.label, "aria-label": props.label } : {})}
      {...given}
    >
      {props.icon ? <span aria-hidden="true">{props.icon}</span> : (props.children ?? props.label)}
    </button>
  );
}

/** The sign and the word for a result: nobody needs to tell colours apart. */
export const RESULTS: Record<MoveResult, { sign: string; key: "win" | "loss" | "draw" }> = {
  W: { sign: "✓", key: "win" },
  L: { sign: "✗", key: "loss" },
  D: { sign: "=", key: "draw" },
};

export function Badge({ outcome }: { outcome: Outcome }): VNode {
  return (
    <abbr class={`badge badge-${outcome}`} title={wins(outcome)}>
      {NAMES[outcome]}
    </abbr>
  );
}

const NAMES: Record<Outcome, string> = {
  N: "N",
  P: "P",
  L: "L",
  R: "R",
  D: "D",
  PHat: "P̂",
  PCheck: "P̌",
  NHat: "N̂",
  NCheck: "Ň",
};

/** Saves a text as a file of the user's. */
export function download(name: string, type: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Copies a text; false where the browser does not let it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Asks for a file of the user's and reads its text. */
export function pickFile(accept: string): Promise<{ name: string; text: string } | null> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = accept;
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (!file) resolve(null);
      else void file.text().then((text) => resolve({ name: file.name, text }));
    });
    input.addEventListener("cancel", () => resolve(null));
    input.click();
  });
}
