import { expect, test } from "vitest";
import { LONGEST, packed, unpacked } from "../../src/state/share";

test("a text in a link comes back", async () => {
  const text = "v5.0\n= Ünïcode ♞\nwhite\n".repeat(20);
  const link = await packed(text);
  expect(link).toMatch(/^[\w-]+$/);
  expect(await unpacked(link!)).toBe(text);
});

test("a text that is too large has no link", async () => {
  let text = "";
  for (let i = 0, n = 1; i < 40_000; i++) {
    n = (Math.imul(n, 1103515245) + 12345) >>> 0;
    text += String.fromCharCode(33 + ((n >>> 16) % 90));
  }
  expect(await packed(text)).toBeNull();
});

test("a damaged link is refused", async () => {
  for (const link of ["!!!", "abc", "A".repeat(LONGEST + 1)]) await expect(unpacked(link)).rejects.toThrow("damaged");
});
