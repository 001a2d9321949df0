import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { concat, lastValueFrom, of, toArray } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sources } from "../../src/sources/registry.ts";
import { runSource } from "../../src/sources/run.ts";
import type { Item, Source } from "../../src/sources/source.ts";
import type { HttpRequest } from "../../src/upstream/types.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { fixturesOf } from "../support/replayed-source.ts";

/*
 * Every field that an item's schema has is filled by a fixture of the project: by one of the source itself where the field is
 * its own, by one of any source of the category where the field is shared. A field that no upstream fills does not stand in a
 * schema. CONTRACT=packages or CONTRACT=packages/crates narrows it.
 */
const only = process.env["CONTRACT"];

const placeOf = ({ category, id }: Source): string => `${category}/${id}`;

/** A field as the schemas hold it: those that were extended from one share it, and so do its places. */
const holders = new Map<unknown, { readonly place: string; readonly name: string }[]>();
for (const source of sources)
  for (const [name, schema] of Object.entries(source.item.shape)) {
    const known = holders.get(schema) ?? [];
    holders.set(schema, [...known, { place: placeOf(source), name }]);
  }

/** The fields that the items of a place filled. */
const filled = new Map<string, ReadonlySet<string>>();

const fieldsOf = (items: readonly Item[]): ReadonlySet<string> =>
  new Set(items.flatMap((item) => Object.entries(item).flatMap(([name, value]) => (value == null ? [] : name))));

/** Two looks at a page whose text is longer than what is compared, and changes between them. */
function twoLooks(source: Source, dataDir: string): Promise<readonly Item[]> {
  const longer = `<p>${"All work and no play. ".repeat(12_000)}</p>`;
  const look = (first: string) => {
    const http = (request: HttpRequest) =>
      of({
        url: request.url,
        status: 200,
        headers: { "content-type": "text/html; charset=utf-8" },
        setCookie: [],
        redirects: [],
        replayed: true,
        body: new TextEncoder().encode(`<body><p>${first}</p>${longer}</body>`),
      });
    const ask = { q: "https://long.example/", pagecount: 1, noCache: false, options: {} };
    return runSource(source, ask, {
      upstream: { ...replayUpstream(() => undefined), http },
      keys: {},
      dataDir,
      now: () => Date.parse("2026-11-21T12:00:00Z"),
    });
  };
  return lastValueFrom(concat(look("one"), look("two")).pipe(toArray()));
}

let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "filled-"));
  for (const source of sources) {
    const items: Item[] = [];
    for (const { run } of fixturesOf(source)) items.push(...(await run()).items);
    // What is compared with an earlier look has its fields at the second one.
    if (source.id === "page_changes") items.push(...(await twoLooks(source, folder)));
    filled.set(placeOf(source), fieldsOf(items));
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe.each(
  [...new Set(sources.map(({ category }) => category))].filter((category) => !only || only.split("/")[0] === category),
)("%s", (category) => {
  it("has no field that is never filled", () => {
    const empty = [...holders.values()]
      .filter((places) => places.some(({ place }) => place.startsWith(`${category}/`)))
      .filter((places) => !places.some(({ place, name }) => filled.get(place)?.has(name)))
      .map((places) => places.map(({ place, name }) => `${place} ${name}`).join(", "));
    expect(empty).toEqual([]);
  });
});
