import { describe, expect, it } from "vitest";
import { page, perform, scene } from "./stage";

perform("#/explore");

const goto = async (hash: string) => {
  await page.evaluate((to) => (location.hash = to), hash);
};

describe("the explorer", () => {
  it("shows the options and goes in and back", async () => {
    await page.getByLabel("Game or position to explore").fill('domineering("3x3")');
    await page.getByRole("button", { name: "Go" }).click();
    await page.locator(".side-left .option-button").first().waitFor();
    await page.locator(".thermograph svg").waitFor();
    const first = page.locator(".side-left .option-button").first();
    await first.focus();
    await page.keyboard.press("ArrowRight");
    await page.locator(".side-left .nested .side-left").first().waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".path .crumb").nth(1).waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await page.locator('.crumb[aria-current="step"]', { hasText: "domineering" }).waitFor();
  });
});

describe("two games", () => {
  it("are compared, and a line of best play is followed", async () => {
    const subject = 'domineering("3x3")';
    await goto(`#/explore/${encodeURIComponent(subject)}`);
    await page.getByRole("button", { name: "Compare" }).click();
    await page.locator(".side-right .option-button").first().click();
    const cards = page.locator(".comparing .node-main");
    await expect.poll(() => cards.count()).toBe(2);
    await expect.poll(() => cards.nth(0).innerText()).toContain("Right wins");
    await expect.poll(() => cards.nth(1).innerText()).toContain("the first player wins");
    await page.getByRole("button", { name: "End the comparison" }).click();
    await page.getByRole("button", { name: "Back" }).click();
    await page.locator("summary", { hasText: "Principal line, Right first" }).click();
    await page.locator(".line .crumb").nth(2).click();
    // The path is now the line as far as it was followed.
    await expect.poll(() => page.locator(".path .crumb").count()).toBe(3);
    await expect.poll(() => page.locator('.path .crumb[aria-current="step"]').innerText()).toBe(await page.locator(".path .crumb").nth(2).innerText());
  });
});

describe("a value", () => {
  it("has lines of best play too", async () => {
    await goto(`#/explore/${encodeURIComponent("{2||1|0}")}`);
    await page.locator("summary", { hasText: "Principal line, Right first" }).click();
    await expect.poll(() => page.locator(".line .crumb").allInnerTexts()).toEqual(["{2||1|0}", "{1|0}", "1"]);
    await page.locator(".line .crumb").nth(1).click();
    await expect.poll(() => page.locator('.path .crumb[aria-current="step"]').innerText()).toBe("{1|0}");
  });
});

describe("boards", () => {
  it("lists the catalogue", async () => {
    await goto("#/games");
    await page.locator(".card").first().waitFor();
    await expect.poll(() => page.locator(".card").count()).toBeGreaterThan(90);
    await page.getByRole("searchbox", { name: "Search" }).fill("hackenb");
    await expect.poll(() => page.locator(".card h3").allTextContents()).toContain("Hackenbush");
  });

  it("sets up a board with the mouse and with the keyboard", async () => {
    await goto("#/games/domineering");
    const text = page.getByLabel("Position", { exact: true });
    await page.getByRole("button", { name: "Put wall" }).click();
    await page.locator('.setup [data-part="r0c0"]').click();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>(".table .ask input")?.value.includes("#.."));
    await page.locator('.setup [data-part="r1c2"]').focus();
    await page.keyboard.press("#");
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>(".table .ask input")?.value.includes("#..|..#"));
    await expect.poll(() => text.inputValue()).toBe('domineering("#..|..#")');
    await page.locator(".known .details", { hasText: "wins" }).waitFor();
    await page.locator(".known .move-W, .known .move-L").first().waitFor();
  });

  it("draws a bush by dragging", async () => {
    await goto(`#/games?position=${encodeURIComponent('hackenbush("lr")')}`);
    const canvas = page.locator(".canvas");
    // A line straight up has no width, which counts as hidden.
    await canvas.locator('[data-part^="e"]').nth(1).waitFor({ state: "attached" });
    const before = await canvas.locator('[data-part^="e"]').count();
    const box = await canvas.boundingBox();
    if (!box) throw new Error("no canvas");
    await page.mouse.move(box.x + box.width - 30, box.y + box.height - 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 30, box.y + box.height - 90, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction((count) => document.querySelectorAll('.canvas [data-part^="e"]').length === count + 1, before);
    await page.locator(".known .summary .value").first().waitFor();
    await expect.poll(() => page.locator(".fault").count()).toBe(0);
  });

  it("has a page for every game, and each has a picture and moves or none", async () => {
    await goto("#/games");
    await page.locator(".card").first().waitFor();
    const names = await page.locator(".card").evaluateAll((cards) => cards.map((card) => decodeURIComponent(card.getAttribute("href")?.split("/").at(-1) ?? "")));
    expect(names.length).toBeGreaterThan(90);
    const failed: string[] = [];
    for (const name of names) {
      await goto(`#/games/${name}`);
      await page.locator(".game-head h1", { hasText: new RegExp(`^${name.replaceAll("_", " ")}$`, "i") }).waitFor();
      await page.locator(".setup svg, .setup code").first().waitFor().catch(() => failed.push(name));
      if ((await page.locator(".table > .fault").count()) > 0) failed.push(`${name}: ${await page.locator(".table > .fault").innerText()}`);
    }
    expect(failed).toEqual([]);
  }, 300_000);
});

describe("custom rules", () => {
  it("have a page like every game, and are kept", async () => {
    await goto("#/games");
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Custom rules…" }).click()]);
    await chooser.setFiles("../examples/rules/toads.game");
    await page.locator(".setup svg").waitFor();
    await page.getByLabel("Position", { exact: true }).fill('toads_and_frogs_2("TT_F_")');
    await page.locator(".table .ask").getByRole("button", { name: "Go" }).click();
    await page.locator(".known .details", { hasText: "TT_F_" }).waitFor();
    await page.reload();
    await page.locator(".setup svg").waitFor();
  });
});

describe("play", () => {
  it("plays a whole game of Nim to its end", async () => {
    await goto("#/games?position=nim(1%2C2)");
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.getByLabel("Hints").check();
    await page.locator(".status", { hasText: "1 of 3 moves win." }).waitFor();
    // A move is made when the position is another; until then it is still one's own turn.
    const move = async (selector: string) => {
      const before = await page.locator(".picture-text").innerText();
      await page.locator(selector).first().click();
      await page.locator(".picture-text", { hasNotText: before }).waitFor();
    };
    // The stone that leaves two equal heaps.
    await move('.on-table [data-part="h1s1"]');
    for (let turn = 0; turn < 4; turn++) {
      await page.locator(".status", { hasText: /Your move|You win/ }).waitFor();
      if ((await page.locator(".status").innerText()).includes("You win")) break;
      await move(".move-W");
    }
    await page.locator(".status", { hasText: "You win" }).waitFor();
    await expect.poll(() => page.locator(".who-left").count()).toBeGreaterThan(2);
    await page.getByRole("button", { name: "Take back" }).click();
    await page.locator(".status", { hasText: "Your move" }).waitFor();
  });

  it("plays misère from the other side, and shows a move before it is made", async () => {
    await goto("#/games?position=nim(1%2C1)");
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.locator(".known .move").first().hover();
    await page.locator(".on-table .mark-over").waitFor({ state: "attached" });
    await page.getByLabel("Misère").check();
    await page.getByRole("button", { name: "Swap sides" }).click();
    // The engine leaves the last stone, which who takes it loses by.
    await page.locator(".status", { hasText: "Your move" }).waitFor();
    await page.locator(".known .move").first().click();
    await page.locator(".status", { hasText: "The engine wins: it has no move, and this is misère play." }).waitFor();
  });

  it("marks the move that lost", async () => {
    await goto("#/games?position=nim(1%2C3)");
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.locator('.on-table [data-part="h1s2"]').click();
    await page.locator(".wrong-move").first().waitFor();
  });

  it("cuts an edge of a bush at a click", async () => {
    await goto(`#/games?position=${encodeURIComponent('hackenbush("e(el;r)")')}`);
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.locator('.on-table [data-part="e0"]').press("Enter");
    await page.locator(".status", { hasText: "You win" }).waitFor();
  });

  it("takes a pin of Kayles that is clicked again, and two that are clicked", async () => {
    const start = async (position: string) => {
      await goto(`#/games?position=${encodeURIComponent(position)}`);
      await page.getByRole("button", { name: "Play from here" }).click();
    };
    await start("kayles(3)");
    await page.locator('.on-table [data-part="h0s1"]').click();
    await page.locator('.on-table [data-part="h0s1"]').click();
    await page.locator(".record-moves li", { hasText: "kayles(1,1)" }).waitFor();
    await start("kayles(4)");
    await page.locator('.on-table [data-part="h0s1"]').click();
    await page.locator('.on-table [data-part="h0s2"]').click();
    await page.locator(".record-moves li", { hasText: "kayles(1,1)" }).waitFor();
  });

  it("shows on the board where pieces go, and the last move", async () => {
    await goto(`#/games?position=${encodeURIComponent('clobber("xo|ox")')}&play=1`);
    await page.locator('.on-table [data-part="r0c0"]').click();
    await expect.poll(() => page.locator(".on-table .journey-live").count()).toBe(2);
    await page.getByLabel("Hints").check();
    await expect.poll(() => page.locator(".on-table .journey-W").count()).toBe(2);
    await page.getByLabel("Hints").uncheck();
    await page.locator('.on-table [data-part="r0c1"]').click();
    await page.locator(".record-moves li").nth(1).waitFor();
    await expect.poll(() => page.locator(".on-table .journey-last").count()).toBe(1);
  });

  it("has a weak engine that varies", async () => {
    const found = new Set<string>();
    for (let game = 0; game < 8; game++) {
      await goto(`#/games?position=nim(9,8,${game % 2})`);
      await goto(`#/games?position=nim(9,8,7)&play=1&you=Right&level=0`);
      await page.locator(".status", { hasText: "Your move. The engine chose a random move." }).waitFor();
      found.add(await page.locator(".picture-text").first().innerText());
    }
    expect(found.size).toBeGreaterThan(2);
  });

  it("plays a sum", async () => {
    await goto(`#/games?position=${encodeURIComponent('kayles(3) + domineering("2x2")')}`);
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.locator(".on-table svg").nth(1).waitFor();
    await page.getByRole("button", { name: "Engine moves" }).click();
    await page.locator(".record-moves li").nth(1).waitFor();
  });
});

describe("graphs", () => {
  it("takes a file that is dropped, and solves it", async () => {
    await goto("#/graphs");
    await page.locator(".drop-zone").waitFor();
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["a,b\nb,c\nc,d\na,c\nd,a\n"], "moves.csv", { type: "text/csv" }));
      return transfer;
    });
    await page.dispatchEvent(".graphs", "drop", { dataTransfer: data });
    await page.locator(".graph .vertex").nth(3).waitFor();
    await page.locator(".graph .vertex").first().click();
    await page.locator(".solved dl", { hasText: "Remoteness" }).waitFor();
  });

  it("draws the owners of a parity game as shapes", async () => {
    // As soon as the previous graph is closed.
    await page.evaluate(async () => {
      const left = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
      location.hash = "#/graphs";
      await left;
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['parity 2;\n0 2 0 1,2 "a";\n1 1 1 0 "b";\n2 3 1 2 "c";\n'], "game.pg"));
      document.querySelector(".graphs")?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
    await page.locator(".graph .vertex circle").waitFor();
    await expect.poll(() => page.locator(".graph .vertex rect").count()).toBe(2);
    await page.locator('.vertex[aria-label^="a"]').click();
    await page.locator(".solved dl", { hasText: "Owner" }).waitFor();
  });
});

describe("heaps", () => {
  it("plots a sequence and says its period", async () => {
    await goto("#/heaps/kayles");
    await page.locator(".facts", { hasText: "12" }).waitFor();
    await page.getByLabel("Heaps up to").press("ControlOrMeta+a");
    await page.keyboard.type("100000");
    await page.getByRole("button", { name: "Compute" }).click();
    await page.locator('canvas[aria-label*="100000"]').waitFor();
  });
});

describe("the page", () => {
  it("speaks Polish and Russian", async () => {
    await goto("#/sheet");
    await page.getByLabel("Language").selectOption("pl");
    await page.getByRole("link", { name: "Arkusz", exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe("pl");
    await page.locator(".top select").selectOption("ru");
    await page.getByRole("link", { name: "Тетрадь", exact: true }).waitFor();
    // What the engine says is in the language too.
    await goto(`#/explore/${encodeURIComponent("{2||1|0}")}`);
    await page.locator(".facts", { hasText: "горячая игра" }).waitFor();
    await page.locator(".details", { hasText: "2 (ходит Левый)" }).or(page.locator(".facts", { hasText: "2 (ходит Правый)" })).waitFor();
    await goto("#/games/nim");
    await page.locator(".game-head dd", { hasText: "беспристрастная" }).waitFor({ state: "attached" });
    await page.locator(".top select").selectOption("en");
  });

  it("had no error, and asked nobody but the server", () => {
    expect(scene.wrong).toEqual([]);
  });
});
