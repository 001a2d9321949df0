import { of, throwError } from "rxjs";
import { afterEach, expect, it } from "vitest";
import { SourceError } from "../../src/errors.ts";
import type { App } from "../../src/http/app-context.ts";
import { defineCategory } from "../../src/sources/define.ts";
import { categoriesOf, listing, serverFor } from "./support.ts";

const offering = (id: string, ...titles: readonly string[]) =>
  listing(id, { open: () => of(...titles.map((title) => ({ title, url: "https://e.example/", source: id }))) });

let app: App;
afterEach(() => app.close());

it("merges what the sources of suggestions offer, and says how each fared", async () => {
  const suggest = defineCategory("suggest", "Suggestions", 60_000, [
    offering("one_suggest", "otters", "otter box"),
    offering("two_suggest", "otter box", "Otter den"),
    listing("three_suggest", { open: () => throwError(() => new SourceError("blocked", "Three blocks us.")) }),
  ]);
  app = serverFor("http://127.0.0.1:9", [...categoriesOf([]), suggest]);
  const answer = (await app.inject("/suggestions?q=otter&limit=2")).json();
  expect(answer).toMatchObject({ success: true, suggestions: ["otter box", "otters"] });
  expect(answer.sources).toMatchObject([
    { id: "suggest/one_suggest", items: 2 },
    { id: "suggest/two_suggest", items: 2 },
    { id: "suggest/three_suggest", items: 0, error: expect.stringContaining("Three blocks us") },
  ]);
  expect((await app.inject("/suggestions")).statusCode).toBe(400);
});
