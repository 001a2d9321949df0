import { expect, it } from "vitest";
import { sandboxRule } from "../../src/upstream/chromium-start.ts";

it("Chromium has its sandbox but as root, which is said once", () => {
  const said: string[] = [];
  const sandboxed = sandboxRule((sentence) => said.push(sentence));
  expect([sandboxed(1000), sandboxed(undefined)]).toEqual([true, true]);
  expect(said).toEqual([]);
  expect([sandboxed(0), sandboxed(0)]).toEqual([false, false]);
  expect(said).toEqual([expect.stringMatching(/without its sandbox.*root.*run it as another user/)]);
});
