import { of, throwError } from "rxjs";
import { afterEach, describe, expect, it } from "vitest";
import { SourceError } from "../../src/errors.ts";
import type { App } from "../../src/http/app-context.ts";
import { withoutSecrets } from "../../src/http/request-log.ts";
import { categoriesOf, listing, serverFor } from "./support.ts";

const engines = [
  listing("alpha", { open: () => of({ title: "one", url: "https://one.example/", source: "alpha" }) }),
  listing("gamma", { open: () => throwError(() => new SourceError("blocked", "Gamma shows a captcha.")) }),
];

let app: App;
const start = (environment: Readonly<Record<string, string>>): void => {
  app = serverFor("http://127.0.0.1:9", categoriesOf(engines), { environment });
};
afterEach(() => app.close());

const listOf = async (key?: string) =>
  (await app.inject({ url: "/requests", ...(key && { headers: { authorization: `Bearer ${key}` } }) })).json();

describe("the log of requests", () => {
  it("is off unless it is asked for, and says so", async () => {
    start({});
    await app.inject("/search?q=otters");
    expect(await listOf()).toEqual({ success: true, kept: 0, items: [] });
    const one = await app.inject("/requests/x");
    expect([one.statusCode, one.json().error]).toEqual([404, expect.stringContaining("REQUEST_LOG=100")]);
  });

  it("keeps the last requests with what each source did, and none of the service's own", async () => {
    start({ REQUEST_LOG: "2" });
    for (const q of ["ants", "bees", "cats"]) await app.inject(`/search?q=${q}`);
    await app.inject("/health");
    const { kept, items } = await listOf();
    expect(kept).toBe(2);
    expect(items).toMatchObject([
      { q: "cats", operation: "search", face: "rest", method: "GET", path: "/search", status: 200, engines: 2 },
      { q: "bees", outcome: "ok" },
    ]);
    const one = (await app.inject(`/requests/${items[0].id}`)).json();
    expect(one.query).toEqual({ q: "cats" });
    expect(one.sources).toMatchObject([
      { id: "alpha", status: "ok", items: 1 },
      { id: "gamma", status: "blocked", error: "Gamma shows a captcha." },
    ]);
    for (const { began_ms, ended_ms } of one.sources) expect(ended_ms).toBeGreaterThanOrEqual(began_ms);
  });

  it("keeps a failure with its code, and what a POST asked, without keys", async () => {
    start({ REQUEST_LOG: "10" });
    await app.inject("/search/gamma?q=otters&api_key=hidden");
    const payload = { query: "otters", api_key: "hidden", numResults: 5 };
    await app.inject({ method: "POST", url: "/exa/search", payload, headers: { authorization: "Bearer hidden" } });
    const { items } = await listOf();
    expect(items).toMatchObject([
      { method: "POST", face: "exa", q: "otters" },
      { status: 502, outcome: "blocked" },
    ]);
    const one = (await app.inject(`/requests/${items[0].id}`)).json();
    expect(one.body).toEqual({ query: "otters", numResults: 5 });
    expect(JSON.stringify([items, one])).not.toContain("hidden");
  });

  it("names keys, and shows a key what it asked itself; one of API_KEYS sees all", async () => {
    start({ REQUEST_LOG: "10", API_KEYS: "first,second" });
    for (const key of ["first", "second"])
      await app.inject({ url: "/search?q=otters", headers: { authorization: `Bearer ${key}` } });
    expect((await app.inject("/requests")).statusCode).toBe(401);
    const { items } = await listOf("first");
    expect(items.map(({ key }: { readonly key: string }) => key)).toEqual(["API_KEYS-2", "API_KEYS-1"]);
  });
});

describe("withoutSecrets", () => {
  it("leaves out what may be a key, at any depth, and passwords in addresses", () => {
    const given = { q: "x", a: [{ Authorization: "b", deep: "ftp://me:secret@host/" }], max_tokens: 5, token: "t" };
    expect(withoutSecrets(given)).toEqual({ q: "x", a: [{ deep: "ftp://host/" }], max_tokens: 5 });
    let nested: unknown = "end";
    for (let n = 0; n < 1_000; n += 1) nested = [nested];
    expect(JSON.stringify(withoutSecrets(nested)).length).toBeLessThan(30);
  });
});
