import { z } from "zod";
import { defineSource } from "../define.ts";
import { Count, HttpUrl } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { PackageItem } from "./item.ts";
import { Gem, itemOf } from "./rubygems-record.ts";

/** The upstream's own page size; it knows no parameter for it. */
const PER_PAGE = 30;

export const rubygems = defineSource({
  id: "rubygems",
  title: "RubyGems.org",
  docs: "https://guides.rubygems.org/rubygems-org-api/#gem-methods",
  terms: "no key; 10 requests a second an address",
  query: text("a gem's name or words to search for", "faraday retry"),
  item: PackageItem.extend({
    downloadsOfVersion: Count.optional().describe("downloads ever of the latest version"),
    issues: HttpUrl.optional().describe("where bugs are reported"),
    changelog: HttpUrl.optional(),
    platform: z.string().optional().describe("ruby, java, …"),
    yanked: z.boolean().optional().describe("whether the version was withdrawn"),
  }),
  polite: { concurrency: 2, minIntervalMs: 100 },
  read: json({
    pages: ({ text, page }) => get("https://rubygems.org/api/v1/search.json", { query: text, page }),
    body: z.array(Gem),
    items: (gems) => gems.map(itemOf),
    next: (gems) => (gems.length < PER_PAGE ? null : undefined),
  }),
});
