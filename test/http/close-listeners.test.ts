import { afterEach, beforeEach, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { categoriesOf, type Internet, internet, listening, listing, serverFor } from "./support.ts";

let net: Internet;
let app: App;
beforeEach(async () => {
  net = await internet({});
  app = serverFor(net.gateway, categoriesOf([listing("alpha")]));
});
afterEach(async () => {
  await app.close();
  net.close();
});

it.each(["text/event-stream", "application/x-ndjson", "text/csv"])(
  "a streamed answer to a POST (%s) warns of no leak of listeners",
  async (accept) => {
    const warnings: string[] = [];
    const warned = ({ name }: Error): void => void warnings.push(name);
    process.on("warning", warned);
    const base = await listening(app);
    // Large enough that room is taken for the body.
    const body = JSON.stringify({ query: "otter", max_results: 2, filler: "x".repeat(2_000) });
    const answer = await fetch(`${base}/research`, {
      method: "POST",
      headers: { accept, "content-type": "application/json", "accept-encoding": "gzip" },
      body,
    });
    await answer.text();
    // Node emits warnings on the next turns.
    await new Promise((turn) => setTimeout(turn, 50));
    process.off("warning", warned);
    expect(answer.status).toBeLessThan(600);
    expect(warnings.filter((name) => name.startsWith("MaxListeners"))).toEqual([]);
  },
);
