import { firstValueFrom } from "rxjs";
import { sqliteStore } from "../../../src/tasks/sqlite/client.ts";
import type { StoredPlace } from "../../../src/tasks/store.ts";
import { madePage } from "../../../test/pipelines/crawl/site.ts";

const HOSTS = 50;
const AT_ONCE = 50;
const FOUND = 100;
const DAY_MS = 86_400_000;

const placesFrom = (from: number): readonly StoredPlace[] =>
  Array.from({ length: FOUND }, (_, n) => ({
    key: BigInt(from + n),
    host: `h${(from + n) % HOSTS}`,
    url: `https://h${(from + n) % HOSTS}.example/page/${from + n}`,
    depth: 0,
    bounds: [],
  }));

/** A text of some 11,000 characters, of words drawn by its number. */
const textOf = (n: number): string => {
  const text = madePage(n).replace(/<[^>]+>/g, " ");
  return text.repeat(Math.ceil(11_000 / text.length)).slice(0, 11_000);
};

/** Fills a store in a folder with a crawl of so many pages, as visits would: claim after claim. The task's id. */
export async function filled(dataDir: string, pages: number): Promise<string> {
  const store = sqliteStore(dataDir);
  const id = "many";
  await firstValueFrom(
    store.order({
      id,
      owner: "",
      order: { v: 1, kind: "crawl", url: "https://h0.example/", options: { limit: String(pages) } },
      deadlineAt: Date.now() + DAY_MS,
      limit: pages,
      maxBreadth: null,
      pool: "visit",
      seeds: placesFrom(0),
      maxOpen: 1,
    }),
  );
  let found = FOUND;
  for (let kept = 0; kept < pages; ) {
    const { claims } = await firstValueFrom(store.take("filling", AT_ONCE, 1, "visit"));
    if (claims.length === 0) throw new Error(`nothing to take after ${kept} pages`);
    await Promise.all(
      claims.map((claim, index) => {
        const more = index === 0 && found < pages + FOUND ? placesFrom(found) : [];
        found += more.length;
        const { url, seq, depth } = claim;
        const body = JSON.stringify({ url, title: `Page ${seq}`, raw_content: textOf(seq), depth });
        const outcome = { kind: "page", body, url, depth, disallowed: false, sites: [] } as const;
        return firstValueFrom(store.settle(claim, outcome, more, { answeredMs: 0, spacingMs: 0, retryAfterMs: 0 }));
      }),
    );
    kept += claims.length;
  }
  await firstValueFrom(store.leave("filling"));
  store.close();
  return id;
}
