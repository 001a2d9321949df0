import { createRequire } from "node:module";
import { extname } from "node:path";
import { categories } from "./catalogue.ts";
import type { OwnSources } from "./own/folder.ts";

/** Returns the built-in sources with those in a folder. What reads a folder is loaded where there is one. */
export function ownSources(folder: string | undefined): OwnSources {
  if (folder === undefined) return { categories, broken: [] };
  const { withOwnSources }: typeof import("./own/folder.ts") = createRequire(import.meta.url)(
    `./own/folder${extname(import.meta.url)}`,
  );
  return withOwnSources(categories, folder);
}
