import { z } from "zod";
import { defineSource } from "../define.ts";
import { fanned, otherwise } from "../kit/compose.ts";
import { text } from "../kit/query.ts";
import { nameOnly, names, versions } from "./debian-api.ts";
import { PackageItem } from "./item.ts";

export const debian = defineSource({
  id: "debian",
  title: "Debian packages",
  docs: "https://sources.debian.org/doc/api/",
  terms: "no key, no stated limit; source packages, ten of them with their versions",
  query: text("a source package's name or part of it", "openssh"),
  item: PackageItem.extend({
    exact: z.boolean().describe("whether the name is the one asked for"),
    suites: z.array(z.string()).optional().describe("the suites that hold the newest version"),
    area: z.string().optional().describe("main, contrib, non-free or non-free-firmware"),
    versions: z
      .array(z.object({ version: z.string(), suites: z.array(z.string()) }))
      .optional()
      .describe("newest first"),
  }),
  polite: { concurrency: 4 },
  read: fanned(
    4,
    names,
    otherwise(versions, nameOnly, ["not-found", "blocked", "changed", "unreachable", "timeout", "rate-limited"]),
  ),
});
