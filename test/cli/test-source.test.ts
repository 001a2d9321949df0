import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lastValueFrom } from "rxjs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { testSource } from "../../src/cli/test-source.ts";
import { readConfig } from "../../src/config.ts";
import { createRuntime } from "../../src/runtime.ts";
import { catalogueFor } from "../../src/sources/by-name.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { withOwnSources } from "../../src/sources/own/folder.ts";
import { type Internet, internet, says } from "../http/support.ts";
import { screen } from "./screen.ts";

let root: string;
let web: Internet;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "tributary-own-"));
  web = await internet({ "wiki.example": says({ rows: [{ name: "Tides" }] }) });
  writeFileSync(
    join(root, "sources.yaml"),
    `- { category: things, id: wiki, title: Wiki, url: "https://wiki.example/?q={q}", example: tides, json: { items: rows, fields: { title: name } } }
- { category: things, id: lost, title: Lost, url: "https://lost.example/?q={q}", example: tides, json: { items: rows, fields: { title: name } } }
`,
  );
});
afterEach(() => {
  web.close();
  rmSync(root, { recursive: true });
});

async function tested(...names: readonly string[]) {
  const environment = {
    SOURCES_DIR: root,
    UPSTREAM_GATEWAY: web.gateway,
    TRIBUTARY_NO_PACE: "true",
    DATA_DIR: join(root, "data"),
  };
  const own = withOwnSources(categories, root);
  const runtime = {
    ...createRuntime({ ...environment, SOURCES_DIR: undefined }),
    ...own,
    config: readConfig(environment),
  };
  const [out, err] = [screen(), screen()];
  try {
    const status = await lastValueFrom(
      testSource(
        { ...runtime, catalogue: catalogueFor(own.categories) },
        names,
        { format: "json" },
        { out: out.stream, err: err.stream },
      ),
    );
    return { status, found: JSON.parse(out.written()), said: err.written() };
  } finally {
    await runtime.close();
  }
}

it("asks each own source its example, and none of ours", async () => {
  const { status, found } = await tested("wiki");
  expect(status).toBe(0);
  expect(found).toEqual([expect.objectContaining({ id: "wiki", category: "things", status: "ok", items: 1 })]);
});

it("fails where one fails", async () => {
  const { status, found } = await tested();
  expect(status).toBe(1);
  expect(found).toEqual([expect.objectContaining({ id: "wiki" }), expect.objectContaining({ id: "lost", items: 0 })]);
});

it("says what cannot be loaded, and fails", async () => {
  mkdirSync(join(root, "things"));
  writeFileSync(join(root, "things/bad.mjs"), "throw new Error('no luck');");
  const { status, said } = await tested("wiki", "bad");
  expect(status).toBe(1);
  expect(said).toContain("things/bad: internal: no luck");
});

it("refuses names that none of them has", async () => {
  await expect(tested("npm")).rejects.toThrow(/^There is no such source in /);
});
