import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { unwritable } from "../../src/cli/data-dir.ts";

it("says at the start where DATA_DIR cannot be made or written to", () => {
  const folder = mkdtempSync(join(tmpdir(), "tributary-data-"));
  writeFileSync(join(folder, "file"), "");
  expect(unwritable({ DATA_DIR: join(folder, "file/data") })).toMatch(/^Warning: DATA_DIR=.+ENOTDIR/);
  expect(unwritable({ DATA_DIR: join(folder, "new/data") })).toBeUndefined();
  rmSync(folder, { recursive: true });
});
