// What colours the positions of the graph.
import { beforeAll, expect, test } from "vitest";
import { loadCore } from "../../src/core";
import { change } from "../../src/state/app";
import * as overview from "../../src/state/overview";
import * as rep from "../../src/state/rep";

beforeAll(() => loadCore());

test.each([["white", 0.7], ["black", 0.3]] as const)("an evaluation colours its position, for %s", async (color, share) => {
  await rep.take(`${color}.txt`, `v5.0\n= Judged\n${color}\nstart -> d4\n`);
  const { session } = rep.open.value!;
  const after = session.find("1. d4")!;
  session.setEval(after, "+2.3");
  change({ colour: "evaluation" });
  overview.visible.value = true;
  const { shade } = overview.measure.value;
  expect(shade!(after)).toBeCloseTo(share, 1);
  expect(shade!(session.find("start")!)).toBeNaN();
});
