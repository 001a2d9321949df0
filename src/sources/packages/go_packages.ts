import { z } from "zod";
import { defineSource } from "../define.ts";
import { either } from "../kit/compose.ts";
import { one, search } from "./go_packages-api.ts";
import { PackageItem, wantsOne, wordsOrName } from "./item.ts";

export const goPackages = defineSource({
  id: "go_packages",
  title: "Go packages (pkg.go.dev)",
  docs: "https://pkg.go.dev/api",
  terms: "no key; the API is still marked v1beta",
  query: wordsOrName("words to search for, or an import path", "yaml parser"),
  item: PackageItem.extend({
    module: z.string().optional().describe("path of the module that holds the package"),
    standardLibrary: z.boolean().optional(),
  }),
  polite: { concurrency: 2 },
  read: either(wantsOne, one, search),
});
