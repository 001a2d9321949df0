import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allAnalyses } from "../src/aggregate/index.ts";
import { categories } from "../src/sources/registry.ts";
import { analysesFile } from "./analyses-file.ts";
import { analysesPage } from "./analyses-page.ts";
import { architecturePage } from "./architecture-page.ts";
import { catalogueFile } from "./catalogue-file.ts";
import { clientsPage } from "./clients-page.ts";
import { configurationPage } from "./configuration-page.ts";
import { sourcesPage } from "./sources-page.ts";

/* Writes docs/ and the catalogues of src/ out of the registries; tests hold them in step. */
const root = join(import.meta.dirname, "..");
const analyses = await allAnalyses();
mkdirSync(join(root, "docs"), { recursive: true });
writeFileSync(join(root, "docs/sources.md"), sourcesPage(categories));
writeFileSync(join(root, "docs/analyses.md"), analysesPage(analyses));
writeFileSync(join(root, "docs/clients.md"), clientsPage());
writeFileSync(join(root, "docs/configuration.md"), configurationPage());
writeFileSync(join(root, "src/sources/catalogue.ndjson"), catalogueFile(categories));
writeFileSync(join(root, "src/aggregate/catalogue.ndjson"), analysesFile(analyses));
const map = join(root, "ARCHITECTURE.md");
writeFileSync(map, architecturePage(readFileSync(map, "utf8")));
