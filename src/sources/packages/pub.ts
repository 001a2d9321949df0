import { z } from "zod";
import { defineSource } from "../define.ts";
import { fanned, otherwise } from "../kit/compose.ts";
import { HttpUrl } from "../kit/fields.ts";
import { text } from "../kit/query.ts";
import { PackageItem } from "./item.ts";
import { details, nameOnly, names } from "./pub-api.ts";

export const pub = defineSource({
  id: "pub",
  title: "pub.dev (Dart/Flutter)",
  docs: "https://pub.dev/help/api",
  terms: "no key; asks for a User-Agent that names the application",
  query: text("a package's name or words to search for; publisher:, topic: and sdk: pass through", "http client"),
  item: PackageItem.extend({
    issues: HttpUrl.optional().describe("where bugs are reported"),
    discontinued: z.boolean().optional(),
    replacement: z.string().optional().describe("the package to use instead of a discontinued one"),
  }),
  polite: { concurrency: 5 },
  read: fanned(
    5,
    names,
    otherwise(details, nameOnly, ["not-found", "blocked", "changed", "unreachable", "timeout", "rate-limited"]),
  ),
});
