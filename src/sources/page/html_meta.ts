import { z } from "zod";
import { defineSource } from "../define.ts";
import { Count, HttpUrl } from "../kit/fields.ts";
import { url } from "../kit/query.ts";
import { page } from "../kit/text.ts";
import { blank } from "./document.ts";
import { read } from "./html_meta-reading.ts";
import { PageItem } from "./item.ts";

export const html_meta = defineSource({
  id: "html_meta",
  title: "HTML meta data",
  docs: "https://html.spec.whatwg.org/multipage/semantics.html#the-meta-element",
  query: url("a page's URL or a domain", "https://www.iana.org/help/example-domains"),
  item: PageItem.extend({
    url: HttpUrl.describe("the page's final URL"),
    status: z.int(),
    titleLength: Count.optional().describe("characters"),
    description: z.string().optional(),
    descriptionLength: Count.optional().describe("characters"),
    canonical: HttpUrl.optional(),
    robots: z.string().optional().describe("the rules of meta robots, meta googlebot and X-Robots-Tag, joined"),
    indexable: z.boolean().describe("no rule forbids indexing"),
    lang: z.string().optional(),
    charset: z.string().optional(),
    viewport: z.string().optional(),
    keywords: z.array(z.string()).optional(),
    author: z.string().optional(),
    generator: z.string().optional(),
    themeColor: z.string().optional(),
    favicon: HttpUrl.optional(),
    feeds: z.array(z.object({ url: HttpUrl, type: z.string(), title: z.string().optional() })).optional(),
    amp: HttpUrl.optional(),
    manifest: HttpUrl.optional(),
  }),
  read: page({ judge: blank, items: (response) => [read(response)] }),
});
