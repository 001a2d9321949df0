import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { analysesFile } from "../scripts/analyses-file.ts";
import { analysesPage } from "../scripts/analyses-page.ts";
import { architecturePage } from "../scripts/architecture-page.ts";
import { FACES } from "../scripts/clients.ts";
import { clientsPage, clientsTable } from "../scripts/clients-page.ts";
import { configurationPage } from "../scripts/configuration-page.ts";
import { sourcesPage } from "../scripts/sources-page.ts";
import { allAnalyses } from "../src/aggregate/index.ts";
import { Environment } from "../src/config.ts";
import { categories } from "../src/sources/registry.ts";

const ROOT = join(import.meta.dirname, "..");

it("docs/sources.md is in step with the registry (npm run docs writes it)", () => {
  const written = readFileSync(join(ROOT, "docs/sources.md"), "utf8");
  expect(written).toBe(sourcesPage(categories));
});

it("docs/sources.md says of which sources no response was ever seen, and which have no HTTP upstream", () => {
  const lines = readFileSync(join(ROOT, "docs/sources.md"), "utf8").split("\n");
  const saying = (words: string) => lines.filter((line) => line.includes(words)).map((line) => line.split("`")[1]);
  expect(saying("no response was ever seen").sort()).toEqual(["ema", "keyword_volume", "seznam", "seznam_suggest"]);
  expect(saying("no HTTP upstream").sort()).toEqual(["dns", "email_auth", "reverse_dns", "screenshot"]);
});

it("docs/analyses.md and the list of the analyses are in step with the registry (npm run docs writes them)", async () => {
  const analyses = await allAnalyses();
  expect(readFileSync(join(ROOT, "docs/analyses.md"), "utf8")).toBe(analysesPage(analyses));
  expect(readFileSync(join(ROOT, "src/aggregate/catalogue.ndjson"), "utf8")).toBe(analysesFile(analyses));
});

it("docs/configuration.md is in step with the configuration's schema, every variable described (npm run docs writes it)", () => {
  expect(readFileSync(join(ROOT, "docs/configuration.md"), "utf8")).toBe(configurationPage());
  const bare = Object.entries(Environment.shape).filter(([, field]) => !field.meta()?.description);
  expect(bare.map(([name]) => name)).toEqual([]);
});

it("ARCHITECTURE.md has the table of rooms that the imports are checked against, and names files that exist", () => {
  const page = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");
  expect(architecturePage(page)).toBe(page);
  expect(page.split("\n").length).toBeLessThanOrEqual(121);
  const named = [...page.matchAll(/`((?:src|test|scripts|docs)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

describe("the pages for newcomers", () => {
  const pages = [
    "README.md",
    ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ];

  it("keep to their length", () => {
    expect(readFileSync(join(ROOT, "README.md"), "utf8").split("\n").length).toBeLessThanOrEqual(151);
  });

  it("link to files that exist, and the README reaches every page of docs/", () => {
    const linked = (page: string): string[] =>
      [...readFileSync(join(ROOT, page), "utf8").matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
        ([, path = ""]) => join(dirname(page), path),
      );
    const broken = pages.flatMap((page) =>
      linked(page)
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((path) => `${page} → ${path}`),
    );
    expect(broken).toEqual([]);
    const reached = new Set(["README.md"]);
    for (const page of reached) for (const path of linked(page)) if (path.endsWith(".md")) reached.add(path);
    expect(pages.filter((page) => !reached.has(page))).toEqual([]);
  });
});

describe("the clients' page and the README's table", () => {
  it("are in step with the list of clients (npm run docs writes the page)", () => {
    expect(readFileSync(join(ROOT, "docs/clients.md"), "utf8")).toBe(clientsPage());
    expect(readFileSync(join(ROOT, "README.md"), "utf8")).toContain(clientsTable());
  });

  it("name tests that there are, and leave none out", () => {
    const apps = FACES.flatMap(({ apps }) => apps);
    const named = apps.flatMap(({ test, also }) =>
      [test === undefined ? [] : `test/clients/${test}`, also ?? []].flat(),
    );
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    const tests = readdirSync(join(ROOT, "test/clients")).filter((name) => name.endsWith(".test.ts"));
    expect(tests.filter((name) => !named.includes(`test/clients/${name}`))).toEqual([]);
    expect(apps.filter(({ test, also }) => test === undefined && also === undefined)).toEqual([]);
  });
});

describe("CONTRIBUTING.md", () => {
  const SOURCES = join(ROOT, "src/sources");
  const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
  const page = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
  const [, house = ""] = page.split("\n## One source, one file\n");
  const [examples = "", kit = ""] = house.split("\n## The kit\n");

  it("names sources to imitate that there are", () => {
    const rows = examples.split("\n").filter((line) => line.startsWith("| "));
    const named = [...rows.join("\n").matchAll(/`([a-z]+\/[a-z_-]+(?:\.ts|\/))`/g)].map(([, path = ""]) => path);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !sources.includes(path.replace(/\/$/, "")))).toEqual([]);
  });

  it("names tools of the kit where they stand, and leaves no file of its out", () => {
    const missing: string[] = [];
    const told = new Set<string>();
    let rooms: string[] = [];
    for (const line of kit.split("\n")) {
      if (line.endsWith("| |")) rooms = [...line.matchAll(/`([a-z]+)\/`/g)].map(([, room = ""]) => room);
      let text = "";
      for (const [, name = "", extension] of (line.split(" | ")[1] ?? "").matchAll(/`([\w/-]+?)(\.ts)?`/g)) {
        if (extension) {
          const file = rooms
            .flatMap((room) => [`kit/${room}/${name}.ts`, `kit/${room}/${name.split("/").at(-1)}.ts`])
            .find((path) => sources.includes(path));
          if (!file) missing.push(`${name}.ts`);
          else told.add(file);
          text = file ? readFileSync(join(SOURCES, file), "utf8") : "";
        } else if (!new RegExp(`\\b${name}\\b`).test(text)) missing.push(name);
      }
    }
    expect(missing).toEqual([]);
    const toolbox = sources.filter((path) => /^kit\/(requests|readers|compose|services|values)\/.*\.ts$/.test(path));
    expect(toolbox.filter((path) => !told.has(path))).toEqual([]);
  });
});
