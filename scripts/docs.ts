import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { categories } from "../src/sources/registry.ts";
import { sourcesPage } from "./sources-page.ts";

/* Writes docs/sources.md out of the registry; a test holds the two in step. */
const docs = join(import.meta.dirname, "../docs");
mkdirSync(docs, { recursive: true });
writeFileSync(join(docs, "sources.md"), sourcesPage(categories));
