import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lastValueFrom, toArray } from "rxjs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { addKeyCommand, listKeysCommand, revokeKeyCommand } from "../../src/cli/keys.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";

let directory: string;
let runtime: Runtime;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "cli-keys-"));
  runtime = createRuntime({ DATA_DIR: directory });
});
afterEach(async () => {
  await runtime.close();
  rmSync(directory, { recursive: true });
});

const listed = () => lastValueFrom(listKeysCommand(runtime).pipe(toArray()));

it("a key is made, told once, listed without what it is, and revoked", async () => {
  expect(await listed()).toEqual([]);
  const key = await lastValueFrom(
    addKeyCommand(runtime, "ci", {
      perMinute: ["search=60,extract=30"],
      perDay: ["5000"],
      routes: ["/search"],
      weight: 2,
      expires: "30d",
    }),
  );
  const [line, ...others] = await listed();
  expect(others).toEqual([]);
  expect(line).toMatch(
    /^ci {2}[\da-f]{16} {2}created \d{4}-\d\d-\d\d {2}expires \d{4}-\d\d-\d\d {2}weight 2 {2}per minute search=60,extract=30 {2}per day all=5000 {2}toolsets - {2}routes \/search$/,
  );
  expect(line).not.toContain(key.slice(5));
  expect(runtime.keys.holderOf([key])?.name).toBe("ci");
  expect(await lastValueFrom(revokeKeyCommand(runtime, "ci"))).toBe("revoked ci");
  expect(await listed()).toEqual([]);
});

it.each([
  [{ perMinute: ["swim=3"] }, "swim=3: write class=number"],
  [{ perDay: ["search=-1"] }, "search=-1: write class=number"],
  [{ weight: 0 }, "weight"],
  [{ expires: "yesterday" }, "yesterday: a date yet to come"],
  [{ routes: ["search"] }, "routes.0"],
])("%j is refused by name", async (wishes, said) => {
  await expect(lastValueFrom(addKeyCommand(runtime, "ci", wishes))).rejects.toThrow(said);
});
