import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { categories } from "../../../src/sources/catalogue.ts";
import { withOwnSources } from "../../../src/sources/own/folder.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tributary-own-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

const MODULE = (id: string) => `
import { defineSource, get, json, text } from "tributary-search/sources";
import { z } from "zod";
const item: z.ZodObject = z.object({ title: z.string(), source: z.string() });
export default defineSource({
  id: "${id}", title: "Mine", docs: "https://mine.example/",
  query: text("words", "tides"), item,
  read: json({ pages: ({ text: q }) => get("https://mine.example/", { q }), body: z.unknown(), items: () => [] }),
});`;

const ENTRY = (more = "") => `- category: encyclopedia
  id: my_wiki
  title: My wiki
  url: https://wiki.example/?q={q}
  example: tides
  json: { items: rows, fields: { title: name } }
${more}`;

const namesIn = (id: string) =>
  withOwnSources(categories, root)
    .categories.find((category) => category.id === id)
    ?.sources.map((source) => source.id) ?? [];

describe("a folder of sources", () => {
  it("adds its modules and entries to built-in categories and to new ones, the built-in first", () => {
    write("packages/mine.ts", MODULE("mine"));
    write("tides/tables.mjs", MODULE("tables").replace(": z.ZodObject", ""));
    write("sources.yaml", ENTRY());
    expect(withOwnSources(categories, root).broken).toEqual([]);
    expect(namesIn("packages").at(0)).toBe(categories.find(({ id }) => id === "packages")?.sources.at(0)?.id);
    expect(namesIn("packages").at(-1)).toBe("mine");
    expect(namesIn("encyclopedia").at(-1)).toBe("my_wiki");
    expect(namesIn("tides")).toEqual(["tables"]);
  });

  it("leaves the catalogue as it is without a folder", () => {
    expect(withOwnSources(categories, undefined)).toEqual({ categories, broken: [] });
  });

  it.each([
    ["a module that throws", "packages/bad.mjs", "throw new Error('no luck');", "packages/bad", "no luck"],
    ["a module without a source", "packages/bad.mjs", "export default 1;", "packages/bad", "exports nothing that"],
    ["a module of another id", "packages/bad.ts", MODULE("other"), "packages/bad", "its id is other"],
    ["a name that is taken", "packages/npm.ts", MODULE("npm"), "packages/npm", "there is a source npm already."],
    [
      "an entry without an address",
      "sources.yaml",
      ENTRY().replace("https://wiki", "wiki"),
      "encyclopedia/my_wiki",
      "url: must be an address.",
    ],
    [
      "an entry without words",
      "sources.yaml",
      ENTRY().replace("{q}", "x"),
      "encyclopedia/my_wiki",
      "url: must have {q} where the words go.",
    ],
    ["an entry of an unknown member", "sources.yaml", ENTRY("  colour: red\n"), "encyclopedia/my_wiki", "colour"],
    [
      "an entry without a reader",
      "sources.yaml",
      ENTRY().replace(/ {2}json.*\n/, ""),
      "encyclopedia/my_wiki",
      "must have either json or html.",
    ],
    [
      "an entry of one of our fields",
      "sources.yaml",
      ENTRY().replace("title: name", "source: name"),
      "encyclopedia/my_wiki",
      "source is taken",
    ],
  ])("tells of %s, and serves all others", (_what, path, text, id, error) => {
    write("music/good.ts", MODULE("good"));
    write(path, text);
    const { broken } = withOwnSources(categories, root);
    expect(broken.map((one) => one.id)).toEqual([id]);
    expect(broken[0]?.error.message).toContain(error);
    expect(namesIn("music").at(-1)).toBe("good");
  });

  it("tells of a file that is no list, of bytes that are no YAML, and of a folder that is not there", () => {
    write("sources.yaml", "a: 1");
    expect(withOwnSources(categories, root).broken[0]?.error.message).toContain("must be a list of sources");
    write("sources.yaml", "- {");
    expect(withOwnSources(categories, root).broken).toHaveLength(1);
    expect(withOwnSources(categories, join(root, "none")).broken[0]?.error.message).toContain("ENOENT");
  });
});
