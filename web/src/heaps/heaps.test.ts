import { describe, expect, it } from "vitest";
import type { SequenceFacts } from "../protocol";
import { continued } from "./HeapsPage";

const facts = (values: number[], preperiod: number, period: number, saltus = 0): SequenceFacts => ({
  first: 0,
  values,
  period: { preperiod, period, saltus, checked_to: values.length - 1, verdict: "proved" },
});

describe("a sequence with a period", () => {
  it("is continued by it", () => {
    expect(continued(facts([5, 0, 1, 0, 1], 1, 2), 8)).toMatchObject({ values: [5, 0, 1, 0, 1, 0, 1, 0, 1], to: 8 });
    expect(continued(facts([0, 1, 2, 3], 0, 2, 2), 6)).toMatchObject({ values: [0, 1, 2, 3, 4, 5, 6], maximum: { heap: 6, value: 6 } });
  });

  it("is not continued where its values do not have it", () => {
    expect(continued(facts([0, 1, 2, 1, 1], 1, 2), 8)).toBeNull();
    expect(continued(facts([0, 1], 5, 2), 8)).toBeNull();
  });
});
