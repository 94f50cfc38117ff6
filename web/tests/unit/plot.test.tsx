// Plots: what they draw is what they say.
import { expect, test, vi } from "vitest";
import { DayPlot } from "../../src/ui/dayplot";
import { CurvePlot } from "../../src/ui/plot";
import { one, show, text, texts } from "./support/page";

test("bars are as high as their share of the highest, and days without a card are seen", async () => {
  const host = await show(<DayPlot title="Due" values={[4, 0, 2]} />);
  const bars = [...host.querySelectorAll("rect")];
  expect(bars.map((b) => Number(b.getAttribute("height")))).toEqual([38, 1.5, 19]);
  for (const b of bars)
    expect(Number(b.getAttribute("y")) + Number(b.getAttribute("height"))).toBe(40);
  expect(one("svg").getAttribute("aria-label")).toBe("Due. today: 4, in 2 days: 2");
  expect(texts("title")).toEqual(["today: 4", "tomorrow: 0", "in 2 days: 2"]);
  expect(texts(".axis span")).toHaveLength(3);
});

test("no values are a plot of nothing", async () => {
  const host = await show(<DayPlot title="Due" values={[]} />);
  expect(host.querySelectorAll("rect")).toHaveLength(0);
  expect(one("svg").getAttribute("aria-label")).toBe("Due. Nothing");
});

test("a curve: gaps are left out, values stay within, a click picks the move", async () => {
  const picked = vi.fn();
  const host = await show(
    <CurvePlot title="Evaluation" least={-2} most={2} zero={0} at={1} unit={(v) => v.toFixed(1)} onPick={picked}
      lines={[{ name: "White", kind: "", values: [0, 1, null, 9, -9] }]} />,
  );
  expect(host.querySelector(".curve")!.getAttribute("d")).toBe("M0.00 20.00L25.00 10.00L75.00 0.00L100.00 40.00");
  expect(text(one("figcaption"))).toBe("Evaluation White 1.0");
  expect(host.querySelector(".zero")!.getAttribute("y1")).toBe("20");
  expect(host.querySelector(".here")!.getAttribute("x1")).toBe("25");
  const svg = one<SVGElement>("svg");
  svg.getBoundingClientRect = () => ({ left: 10, width: 200 }) as DOMRect;
  svg.dispatchEvent(new MouseEvent("click", { clientX: 160, bubbles: true }));
  expect(picked).toHaveBeenCalledWith(3);
});

test("a clock holds until its owner moves again", async () => {
  const lines = [{ name: "White", kind: "", values: [90, null, 80, null] }, { name: "Black", kind: "other", values: [null, 95, null, 85] }];
  const plot = (at: number) => show(<CurvePlot title="Clock" least={0} most={100} at={at} unit={String} onPick={() => {}} lines={lines} held />);
  await plot(0);
  expect(one("svg").getAttribute("aria-label")).toBe("Clock. White 90, Black unknown");
  expect(text(one("figcaption"))).toBe("Clock White 90 Black –");
  await plot(-1); // before the first move
  expect(text(one("figcaption"))).toBe("Clock White – Black –");
  expect(document.querySelector(".here")).toBeNull();
  await plot(2);
  expect(one("svg").getAttribute("aria-label")).toBe("Clock. White 80, Black 95");
});

test("a side without any clock is not named", async () => {
  const lines = [{ name: "White", kind: "", values: [null, null] }, { name: "Black", kind: "other", values: [null, 95] }];
  await show(<CurvePlot title="Clock" least={0} most={100} at={0} unit={String} onPick={() => {}} lines={lines} held />);
  expect(text(one("figcaption"))).toBe("Clock Black –");
});
