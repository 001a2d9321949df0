import { readFileSync } from "node:fs";
import type { JsonSchema } from "../sources/source.ts";

/** An analysis as far as it is known without its code. */
export interface AnalysisFacts {
  readonly path: string;
  readonly title: string;
  readonly describe: string;
  readonly q: { readonly describe: string; readonly example: string };
  /** Its own parameters by name. */
  readonly parameters: NonNullable<JsonSchema["properties"]>;
  /** The ids of its sources. */
  readonly sources: readonly string[];
  /** Whether it has a prompt. */
  readonly prompt: boolean;
}

/** Every analysis, as `catalogue.ndjson` lists it, which `npm run docs` writes out of the registry. */
export const analysisFacts: readonly AnalysisFacts[] = readFileSync(
  new URL("./catalogue.ndjson", import.meta.url),
  "utf8",
)
  .split("\n")
  .filter(Boolean)
  .map((line): AnalysisFacts => JSON.parse(line));
