import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sqliteStore } from "../../../src/tasks/sqlite/client.ts";
import { PATIENCE_MS } from "../../support/until.ts";
import { stoppedAndWoken } from "../stopping.ts";

it("settles nothing of a process that hung, and woke, which was given to another meanwhile", {
  timeout: 5 * PATIENCE_MS,
}, async () => {
  expect.hasAssertions();
  const dataDir = mkdtempSync(join(tmpdir(), "stopped-"));
  const store = sqliteStore(dataDir);
  try {
    await stoppedAndWoken(dataDir, store);
  } finally {
    store.close();
    rmSync(dataDir, { recursive: true });
  }
});
