import { existsSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { XMLParser } from "fast-xml-parser";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createServer } from "../../src/http/server.ts";
import { loadRecordings, type Recording } from "../../src/replay/recordings.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { sources } from "../../src/sources/registry.ts";
import type { Source } from "../../src/sources/source.ts";
import { keyValue } from "../support/keys.ts";
import { firstOf, replayUpstream } from "../support/replay-upstream.ts";

/* GET /<category>/<id> of every source, over its own fixture, in JSON, CSV, XML and SSE. */
const FIXTURES = join(import.meta.dirname, "../fixtures");

let recordings: readonly Recording[] = [];
const keys: Record<string, string | undefined> = {};
const server = createServer({
  config: readConfig({ LOG_LEVEL: "silent" }),
  env: { upstream: replayUpstream((asked, before) => firstOf(recordings)(asked, before)), keys },
  categories,
  replay: true,
});
afterAll(() => server.close());

/** Plays one fixture for the next request, and gives the address that it answers. */
function played(source: Source): string {
  const own = loadRecordings(FIXTURES, `${source.category}/${source.id}`);
  const items = own.find(({ meta }) => meta.case === "items");
  if (!items) throw new Error(`${source.id} has no fixture of items`);
  recordings = [items, ...own.filter(({ meta }) => meta.case === "step")];
  const keyed = (source.key?.required ?? false) || (items.meta.key ?? false);
  for (const name of source.key?.env ?? []) keys[name] = keyed ? keyValue(name) : undefined;
  const params = new URLSearchParams({
    ...items.meta.options,
    q: items.meta.q ?? source.query.example,
    pagecount: "1",
  });
  return `/${source.category}/${source.id}?${params}`;
}

/** What an item is, without what each look finds anew (when it was checked, whether it changed since). */
const named = ({ title, url, snippet, source }: Record<string, unknown>) => ({ title, url, snippet, source });

describe.each(sources.map((source) => ({ name: `${source.category}/${source.id}`, source })))(
  "GET /$name",
  ({ source }) => {
    const there = existsSync(join(FIXTURES, source.category, source.id));

    it("answers in JSON, CSV, XML and as events, the same items each", async () => {
      expect(there).toBe(true);
      const path = played(source);
      const json = await server.inject(path);
      expect(json.statusCode, json.body.slice(0, 300)).toBe(200);
      expect(json.headers["x-tributary-replay"]).toBe("1");
      const { items } = json.json<{ items: Record<string, unknown>[] }>();
      expect(items.length).toBeGreaterThan(0);

      const csv = await server.inject(`${path}&format=csv`);
      expect([csv.statusCode, csv.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
      const rows: unknown[] = parse(csv.body, { columns: true });
      expect(rows.length).toBe(items.length);

      const xml = await server.inject(`${path}&format=xml`);
      expect([xml.statusCode, xml.headers["content-type"]]).toEqual([200, "application/xml; charset=utf-8"]);
      const read = new XMLParser({
        isArray: (_name, jpath) => jpath === "response.items.item",
        parseTagValue: false,
      }).parse(xml.body);
      expect(read.response.items.item.length).toBe(items.length);

      const sse = await server.inject({ url: path, headers: { accept: "text/event-stream" } });
      expect([sse.statusCode, sse.headers["content-type"]]).toEqual([200, "text/event-stream; charset=utf-8"]);
      const events = sse.body.split("\n\n").filter((block) => block.startsWith("event: "));
      expect(events.filter((block) => block.startsWith("event: result\n")).length).toBe(items.length);
      const done = events.find((block) => block.startsWith("event: done\n"))?.split("\ndata: ")[1];
      const whole: { items: Record<string, unknown>[] } = JSON.parse(done ?? "{}");
      expect(whole).toMatchObject({ success: true });
      expect(whole.items.map(named)).toEqual(items.map(named));
    });
  },
);
