import { expect, it } from "vitest";
import { slid } from "./slid";

const moved = (source: string) => {
  const found = slid(source);
  return found && [`${found.head}7${found.tail}`, found.value, found.range];
};

it("finds the number that a slider changes", () => {
  expect(moved("n := 3")).toEqual(["n := 7", 3, null]);
  expect(moved(" n := -30 ")).toEqual([" n := 7", -30, null]);
  expect(moved("n := slider(1..20)")).toEqual(["n := slider(1..20, 7)", 1, { low: 1, high: 20 }]);
  expect(moved("n := Slider( -5 .. 20 , 6 )")).toEqual(["n := Slider( -5 .. 20, 7)", 6, { low: -5, high: 20 }]);
  for (const source of ["3", "n := 1/2", "n := 3 + 1", "n := slider(20..1)", "n := slider([1,2])", "slider(1..20)", ""]) expect(slid(source), source).toBeNull();
});
