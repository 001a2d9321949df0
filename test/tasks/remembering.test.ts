import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstValueFrom, NEVER, type Observable, Subject } from "rxjs";
import { afterAll, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { FORM, pageForms } from "../../src/http/adapters/firecrawl/forms.ts";
import { placed } from "../../src/pipelines/crawl/discovery.ts";
import { type EngineStore, work } from "../../src/tasks/engine.ts";
import { endOf } from "../../src/tasks/events.ts";
import { placeOf } from "../../src/tasks/frontier.ts";
import { ORDER_VERSION } from "../../src/tasks/order.ts";
import { sqliteStore } from "../../src/tasks/sqlite/client.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { until } from "../support/until.ts";
import { loopback } from "../upstream/loopback.ts";

const dataDir = mkdtempSync(join(tmpdir(), "remembering-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const answer = <T>(asked: Observable<T>): Promise<T> => firstValueFrom(asked);

it("tells a page as new again whose process ended after it was compared and before it was kept", async () => {
  await using site = await loopback((_request, response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<p>${"Otters dive for fish in the river. ".repeat(9)}</p>`),
  );
  const config = readConfig({ DATA_DIR: dataDir, ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8" });
  const upstream = createUpstream(config);
  const store = sqliteStore(undefined);
  const begun = (working: EngineStore, id: string) =>
    work(
      working,
      id,
      { wake$: NEVER, over$: new Subject(), place: () => NEVER },
      {
        upstream,
        forms: pageForms(config, upstream),
        runUnit: () => NEVER,
        visits: 2,
        units: 0,
        keepMs: 60_000,
        webhooks: { retryMs: [] },
        onBroken: (error) => {
          throw error;
        },
      },
    ).subscribe();
  const scraped = async (id: string) => {
    const options = { scrape: { formats: ["markdown", "changeTracking"] } };
    await answer(
      store.order({
        id,
        owner: "",
        order: { v: ORDER_VERSION, kind: "scrape", form: { name: FORM, options } },
        deadlineAt: Date.now() + 3_600_000,
        limit: 1,
        maxBreadth: null,
        pool: "visit",
        seeds: [placeOf(placed(new URL(site.url), 0))],
        maxOpen: 10,
      }),
    );
  };
  const status = async (id: string): Promise<string> => {
    await answer(endOf(store, { id }));
    const [text = "{}"] = await answer(store.documents(id, 0, 1));
    return JSON.parse(text).changeTracking.changeStatus;
  };
  try {
    await scraped("first");
    let offered = 0;
    const dying = begun(
      {
        ...store,
        settle: () => {
          offered += 1;
          return NEVER;
        },
      },
      "dying",
    );
    await until(() => offered === 1, "the page is offered to the store");
    dying.unsubscribe();
    const living = begun(store, "living");
    expect(await status("first")).toBe("new");
    await scraped("second");
    expect(await status("second")).toBe("same");
    living.unsubscribe();
  } finally {
    store.close();
  }
});
