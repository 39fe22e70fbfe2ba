import type { VNode } from "preact";
import { pieces, spoken, type Piece } from "./notation";

/** A value, typeset: real arrows, fractions, bars that grow with what they hold. */
export function Value({ text, label = true }: { text: string; label?: boolean }): VNode {
  return (
    <span class="value" {...(label ? { role: "img", "aria-label": spoken(text) } : {})} data-text={text}>
      <Pieces of={pieces(text)} />
    </span>
  );
}

function Pieces({ of }: { of: Piece[] }): VNode {
  return <>{of.map(shown)}</>;
}

function shown(piece: Piece, key: number): VNode {
  switch (piece.kind) {
    case "text":
      return <span key={key}>{piece.text}</span>;
    case "word":
      return <i key={key} class="word">{piece.text}</i>;
    case "fraction":
      return (
        <span key={key} class="fraction">
          <span>{piece.above}</span>
          <span class="solidus">/</span>
          <span>{piece.below}</span>
        </span>
      );
    case "bars":
      return (
        <span key={key} class={`bars bars-${Math.min(piece.count, 5)}`}>
          {"|".repeat(piece.count)}
          <wbr />
        </span>
      );
    case "brace":
      return <span key={key} class={`brace brace-${Math.min(piece.depth, 5)}`}>{piece.text}</span>;
    case "arrow":
      return <span key={key} class="arrow">{piece.text}</span>;
    case "star":
      return <span key={key} class="star">⋆</span>;
    case "tiny":
      return (
        <span key={key} class="tiny">
          <b>{piece.sign}</b>
          <sub><Pieces of={piece.of} /></sub>
        </span>
      );
    case "raised":
      return <sup key={key}><Pieces of={piece.of} /></sup>;
  }
}
