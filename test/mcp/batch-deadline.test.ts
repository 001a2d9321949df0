import { NEVER, of } from "rxjs";
import { expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createFence } from "../../src/fence.ts";
import { batchTool } from "../../src/mcp/tools/batch.ts";
import { listed } from "../../src/sources/listing.ts";
import { categoriesOf, listing } from "../http/support.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

it("web_batch cuts a source off at its deadline, as REST does, and gives what the others found", async () => {
  const item = { title: "one", url: "https://pages.example/one", source: "quick" };
  const categories = categoriesOf([
    listing("silent", { open: () => NEVER }),
    listing("quick", { open: () => of(item) }),
  ]).map(listed);
  const config = readConfig({ LOG_LEVEL: "silent", SEARCH_DEADLINE_MS: "200" });
  const env = { upstream: replayUpstream(() => undefined), keys: {} };
  const requests = ["silent", "quick"].map((parser) => ({ parser, query: "a" }));
  let text = "";
  await batchTool.run({ requests }, { config, env, categories }).forEach((event) => {
    if (event.event === "done") text = JSON.stringify(event.data.content(createFence()));
  });
  expect(text).toContain("silent had not finished after 0.2 s");
  expect(text).toContain("https://pages.example/one");
});
