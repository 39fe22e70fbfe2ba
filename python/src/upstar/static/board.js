// A position to play on: shows it, and the moves of who is to move, coloured by their result for
// them. A plain module for anywidget; everything comes from the Python side.

const COLOURS = { win: "#1a7f37", draw: "#9a6700", loss: "#b42318", "": "#57606a" };
const WORDS = { win: "wins", draw: "draws", loss: "loses", "": "not decided" };

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

function picture(svg) {
  // The SVG is written by the engine, and parsed as an image: nothing in it is run.
  const image = element("img", { alt: "", class: "upstar-picture" });
  image.src = "data:image/svg+xml;utf8," + encodeURIComponent(svg);
  return image;
}

function render({ model, el }) {
  const root = element("div", { class: "upstar-board", role: "group" });
  el.append(root);

  function show() {
    const state = model.get("state");
    root.replaceChildren();
    if (!state.text) return;
    const board = element("div", { class: "upstar-position" });
    const image = picture(state.svg);
    image.alt = state.text;
    board.append(image, element("code", {}, state.text));
    const side = element("div", { class: "upstar-side" });
    const status = element("p", { class: "upstar-status", "aria-live": "polite" }, state.status);
    side.append(status);
    const moves = element("ol", { class: "upstar-moves" });
    state.moves.forEach((move, index) => {
      const colour = state.hints ? COLOURS[move.result] : COLOURS[""];
      const title = state.hints ? `${move.text}: ${WORDS[move.result]}` : move.text;
      const button = element(
        "button",
        {
          type: "button",
          class: "upstar-move",
          style: `border-color: ${colour}`,
          title,
          "aria-label": title,
          "data-index": String(index),
          "data-result": state.hints ? move.result : "",
          onclick: () => model.send({ kind: "move", index, turn: state.turn }),
        },
        picture(move.svg),
      );
      button.disabled = !state.yours;
      moves.append(element("li", {}, button));
    });
    side.append(moves);
    const tools = element("div", { class: "upstar-tools" });
    const tool = (name, kind, able) => {
      const button = element(
        "button",
        { type: "button", onclick: () => model.send({ kind, turn: state.turn }) },
        name,
      );
      button.disabled = !able;
      tools.append(button);
    };
    tool("take back", "undo", state.turn > 0);
    tool("begin again", "restart", state.turn > 0);
    tool(state.hints ? "hide results" : "show results", "hints", true);
    if (state.engine) tool("engine moves", "engine", state.moves.length > 0);
    side.append(tools);
    root.append(board, side);
    if (state.thermograph) {
      const heat = element("div", { class: "upstar-thermograph" }, picture(state.thermograph));
      root.append(heat);
    }
  }

  model.on("change:state", show);
  show();
  return () => model.off("change:state", show);
}

export default { render };
