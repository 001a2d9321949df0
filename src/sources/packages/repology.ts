import { z } from "zod";
import { defineSource } from "../define.ts";
import { either } from "../kit/compose.ts";
import { Count } from "../kit/fields.ts";
import { PackageItem, wantsOne, wordsOrName } from "./item.ts";
import { one, search } from "./repology-api.ts";

export const repology = defineSource({
  id: "repology",
  title: "Repology (all distributions)",
  docs: "https://repology.org/api",
  terms: "no key; one request a second, with a User-Agent that names the application and a contact",
  query: wordsOrName("a project's name or part of it", "nginx"),
  item: PackageItem.extend({
    licenses: z.array(z.string()).optional().describe("as the distributions name them"),
    categories: z.array(z.string()).optional(),
    repositories: Count.describe("distributions' repositories that hold it"),
    packages: z
      .array(
        z.object({
          repo: z.string(),
          name: z.string().optional(),
          version: z.string(),
          status: z.string().optional().describe("newest, outdated, legacy, devel, …"),
        }),
      )
      .describe("the distributions' packages, fifty of them at most"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: either(wantsOne, one, search),
});
