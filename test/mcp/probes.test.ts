import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { replayUpstream } from "../support/replay-upstream.ts";
import { serve } from "./support.ts";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "probes-"));
  writeFileSync(join(directory, "file"), "");
});
afterAll(() => rmSync(directory, { recursive: true }));

async function probed(dataDir: string) {
  const failures: string[] = [];
  const served = await serve(
    replayUpstream(() => undefined),
    {
      environment: { DATA_DIR: dataDir, API_KEYS: "secret" },
      onFailure: (what) => failures.push(what),
    },
  );
  try {
    const answers = await Promise.all(
      ["/health/live", "/health/ready"].map(async (path) => {
        const answer = await fetch(new URL(path, served.url));
        return [answer.status, await answer.json()];
      }),
    );
    return { answers, failures };
  } finally {
    served.close();
  }
}

it("a server of the tools alone says that it lives and can serve, without a key", async () => {
  expect(await probed(directory)).toEqual({
    answers: [
      [200, { success: true, status: "live" }],
      [200, { success: true, status: "ready" }],
    ],
    failures: [],
  });
});

it("and that it cannot", async () => {
  expect(await probed(join(directory, "file"))).toEqual({
    answers: [
      [200, { success: true, status: "live" }],
      [503, { success: false, code: "not-ready", error: expect.stringContaining("DATA_DIR") }],
    ],
    failures: ["not ready: store"],
  });
});
