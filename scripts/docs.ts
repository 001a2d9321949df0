import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { categories } from "../src/sources/registry.ts";
import { catalogueFile } from "./catalogue-file.ts";
import { sourcesPage } from "./sources-page.ts";

/* Writes docs/sources.md and src/sources/catalogue.ndjson out of the registry; a test holds them in step. */
const root = join(import.meta.dirname, "..");
mkdirSync(join(root, "docs"), { recursive: true });
writeFileSync(join(root, "docs/sources.md"), sourcesPage(categories));
writeFileSync(join(root, "src/sources/catalogue.ndjson"), catalogueFile(categories));
