/** The line to the server that the page came from. */
import type { Dial } from "../engine";

/** Whether there is a server behind the page: what is said of it, and what is asked of it alone. */
export const hasServer = true;

/** A line over a socket. */
export function socket(address: string): Dial {
  return (ears) => {
    const made = new WebSocket(address);
    made.addEventListener("open", () => ears.open());
    made.addEventListener("message", (message) => {
      if (typeof message.data === "string") ears.text(message.data);
    });
    made.addEventListener("close", () => ears.closed());
    return {
      send: (text) => {
        // Between the server's word that it closes and the event of the close, a text would be lost.
        const isOpen = made.readyState === WebSocket.OPEN;
        if (isOpen) made.send(text);
        return isOpen;
      },
      close: () => made.close(),
    };
  };
}

const where = typeof location === "undefined" ? "ws://localhost" : location.href;
const address = new URL("api/socket", where);
address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
address.hash = "";
address.search = "";

/** The line of this page. */
export const dial: Dial = socket(address.href);
