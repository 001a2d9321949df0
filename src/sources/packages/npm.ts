import { z } from "zod";
import { defineSource } from "../define.ts";
import { either } from "../kit/compose.ts";
import { Count } from "../kit/fields.ts";
import { rowsRemain } from "../kit/further.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { get } from "../kit/request.ts";
import { PackageItem, type Wanted, wantsOne, wordsOrName } from "./item.ts";
import { Found, itemOf } from "./npm-record.ts";
import { packageNamed, registry } from "./npm-registry.ts";

const PER_PAGE = 50;

const search = json({
  pages: (ask: Wanted & PageAsk) =>
    get(`${registry(ask)}/-/v1/search`, { text: ask.text, size: PER_PAGE, from: (ask.page - 1) * PER_PAGE }),
  body: z.object({ objects: z.array(Found), total: z.number().nullish() }),
  items: ({ objects }) => objects.map(itemOf),
  next: ({ objects, total }, _input, response) => rowsRemain(response, "from", objects.length, total),
});

export const npm = defineSource({
  id: "npm",
  title: "npm registry",
  docs: "https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md#get-v1search",
  terms: "no key; whatever registry npm is configured with, private ones too; 429 on bursts",
  query: wordsOrName(
    "words to search for (keywords:x, author:x, scope:x pass through), or a package's name",
    "rxjs backpressure",
  ),
  key: {
    env: ["NPM_REGISTRY_URL"],
    required: false,
    from: "https://docs.npmjs.com/cli/using-npm/config#registry",
  },
  item: PackageItem.extend({
    publisher: z.string().optional().describe("account that published the version"),
    dependents: Count.optional().describe("packages that depend on it"),
    score: z.number().optional().describe("the registry's relevance, without an upper bound"),
    deprecated: z.boolean().optional().describe("whether the version is deprecated"),
  }),
  polite: { concurrency: 2 },
  read: either(wantsOne, packageNamed, search),
});
