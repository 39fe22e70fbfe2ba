/** What `cargo xtask site` makes of the engine. */
declare module "#engine" {
  export default function init(from?: { module_or_path: unknown }): Promise<unknown>;
  export class Engine {
    constructor(seconds?: number, bytes?: number);
    ask(request: string, tell: (text: string) => void): void;
    static memory(): number;
    free(): void;
  }
}

declare module "#engine.wasm" {
  /** The address of the engine. */
  const place: string;
  export default place;
}
