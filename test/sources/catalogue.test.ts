import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { firstValueFrom, lastValueFrom, toArray } from "rxjs";
import { expect, it } from "vitest";
import { catalogueFile } from "../../scripts/catalogue-file.ts";
import { catalogueOf, categories, findSource } from "../../src/sources/catalogue.ts";
import type { Category } from "../../src/sources/define.ts";
import { listed } from "../../src/sources/listing.ts";
import { categories as registered } from "../../src/sources/registry.ts";
import { runSource } from "../../src/sources/run.ts";
import { categoriesOf, listing } from "../http/support.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

const ROOT = join(import.meta.dirname, "../..");
const ASK = { q: "tokio", pagecount: 1, noCache: false, options: {} };

it("catalogue.ndjson is in step with the registry (npm run docs writes it)", () => {
  const written = readFileSync(join(ROOT, "src/sources/catalogue.ndjson"), "utf8");
  expect(written.split("\n")).toEqual(catalogueFile(registered).split("\n"));
});

it("lists every source as its code has it", async () => {
  const told = ({ id, title, sources }: (typeof categories)[number]) => ({
    id,
    title,
    sources: sources.map(({ open: _, code: __, ...facts }) => JSON.parse(JSON.stringify(facts))),
  });
  expect(categories.map(told)).toEqual(registered.map(listed).map(told));
});

it("brings the very source that was asked for, by either name", async () => {
  const crates = registered.flatMap(({ sources }) => sources).find(({ id }) => id === "crates");
  for (const name of ["crates", "packages/crates"]) {
    const found = findSource(name);
    expect(found && (await firstValueFrom(found.code))).toBe(crates);
    expect(found?.loaded()).toBe(crates);
  }
  expect(findSource("nobody")).toBeUndefined();
});

it("imports no source until one is asked", () => {
  const script = `
    import { registerHooks } from "node:module";
    const seen = [];
    registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) });
    await import("./src/http/server.ts");
    const { findSource } = await import("./src/sources/catalogue.ts");
    const codes = () => [...new Set(seen.flatMap((url) => /src\\/sources\\/(\\w+)\\/index\\.ts/.exec(url)?.[1] ?? []))];
    const before = codes();
    await new Promise((done, failed) => findSource("crates").code.subscribe({ complete: done, error: failed }));
    console.log(JSON.stringify([before, codes()]));`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: ROOT, encoding: "utf8" });
  expect(JSON.parse(out)).toEqual([[], ["packages"]]);
});

/** A catalogue of one category, whose loads are counted; the first `broken` of them fail. */
function counted(broken = 0) {
  const [category] = categoriesOf([listing("alpha"), listing("beta")]);
  if (!category) throw new Error("There is a category.");
  let loads = 0;
  const load = async (): Promise<Category> => {
    loads += 1;
    if (loads <= broken) throw new Error("a syntax error");
    return category;
  };
  const [shelf] = catalogueOf(catalogueFile([category]).split("\n").filter(Boolean), load);
  const [alpha, beta] = shelf?.sources ?? [];
  if (!alpha || !beta) throw new Error("There are two sources.");
  return { alpha, beta, loads: () => loads };
}

it("loads a category once, whoever asks at the same time", async () => {
  const { alpha, beta, loads } = counted();
  expect(loads()).toBe(0);
  const found = await Promise.all([alpha, beta, alpha].map(({ code }) => firstValueFrom(code)));
  expect(found.map(({ id }) => id)).toEqual(["alpha", "beta", "alpha"]);
  expect(loads()).toBe(1);
});

it("a code that cannot be loaded is that source's failure, and is tried again", async () => {
  const { alpha, loads } = counted(1);
  const upstream = replayUpstream(() => undefined);
  const items$ = runSource(alpha, ASK, { upstream, keys: {} });
  await expect(lastValueFrom(items$.pipe(toArray()))).rejects.toMatchObject({
    kind: "internal",
    message: "What reads ALPHA could not be loaded.",
    cause: new Error("a syntax error"),
  });
  expect((await firstValueFrom(alpha.code)).id).toBe("alpha");
  expect(loads()).toBe(2);
});

it("a source that is listed and not there is a failure that says what to do", async () => {
  const [category] = categoriesOf([listing("alpha")]);
  if (!category) throw new Error("There is a category.");
  const [shelf] = catalogueOf(catalogueFile([category]).split("\n").filter(Boolean), async () => ({
    ...category,
    sources: [],
  }));
  const gone = shelf?.sources[0];
  await expect(gone && firstValueFrom(gone.code)).rejects.toMatchObject({
    kind: "internal",
    cause: { message: "The catalogue lists search/alpha, which is not there: npm run docs writes it anew." },
  });
});
