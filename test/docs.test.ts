import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sourcesPage } from "../scripts/sources-page.ts";
import { categories } from "../src/sources/registry.ts";

it("docs/sources.md is in step with the registry (npm run docs writes it)", () => {
  const written = readFileSync(join(import.meta.dirname, "../docs/sources.md"), "utf8");
  expect(written).toBe(sourcesPage(categories));
});
