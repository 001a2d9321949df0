import { z } from "zod";
import type { HttpResponse } from "../../../upstream/types.ts";
import { defineSource } from "../../define.ts";
import { absolute, textOfHtml } from "../../kit/html/dom.ts";
import { url } from "../../kit/requests/query.ts";
import { excerpt } from "../../kit/values/text.ts";
import { reading } from "../document.ts";
import { PageItem } from "../item.ts";
import { readingWarnings, treeOf } from "../tree.ts";
import { type Entity, jsonLd } from "./jsonld.ts";
import { microdata } from "./microdata.ts";
import { rdfa } from "./rdfa.ts";

type Format = "json-ld" | "microdata" | "rdfa";

/** The first text of a field: of a list the first, of a value with a language its text. */
function textIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === "string") return value.trim() || undefined;
  if (typeof value === "number") return String(value);
  if (depth > 3 || typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return textIn(value[0], depth + 1);
  return "@value" in value
    ? textIn(value["@value"], depth + 1)
    : "@id" in value
      ? textIn(value["@id"], depth + 1)
      : undefined;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.flat(3) : [value]);

/** `Product` of `https://schema.org/Product` and `schema:Product`. */
const shortType = (type: string): string => type.replace(/^(https?:\/\/schema\.org\/|schema:)/i, "");

function itemOf({ data, errors }: Entity, format: Format, page: HttpResponse, base: string) {
  const types = listOf(data["@type"]).flatMap((type) => (typeof type === "string" ? [shortType(type.trim())] : []));
  const field = (...names: readonly string[]) => {
    for (const name of names) {
      const text = textIn(data[name]);
      if (text) return text;
    }
    return undefined;
  };
  const name = field("name", "headline", "title", "http://purl.org/dc/terms/title", "http://xmlns.com/foaf/0.1/name");
  const plain = name && (textOfHtml(name) ?? name);
  return {
    title: plain,
    name: plain,
    url: absolute(field("@id"), base) ?? absolute(field("url"), base) ?? page.url,
    snippet: excerpt(textOfHtml(field("description"))),
    format,
    type: types[0],
    types,
    data: Object.keys(data).length > 0 ? data : undefined,
    errors,
  };
}

/** Every top-level entity of a page. */
export function read(response: HttpResponse) {
  const tree = treeOf(response);
  const { doc } = tree;
  const found: readonly (readonly [Format, readonly Entity[]])[] = [
    ["json-ld", jsonLd(doc)],
    ["microdata", microdata(doc)],
    ["rdfa", rdfa(doc)],
  ];
  return found
    .flatMap(([format, entities]) => entities.map((entity) => itemOf(entity, format, response, doc.base)))
    .map((item, index) => ({
      ...item,
      position: index + 1,
      ...(index === 0 && { status: response.status, warnings: readingWarnings(tree) }),
    }));
}

export const structured_data = defineSource({
  id: "structured_data",
  title: "JSON-LD, microdata and RDFa",
  docs: "https://schema.org/docs/gs.html",
  query: url("a page's URL or a domain", "https://www.iana.org/help/example-domains"),
  verbatim: true,
  item: PageItem.extend({
    format: z.enum(["json-ld", "microdata", "rdfa"]),
    type: z.string().optional().describe("the first of its types, those of schema.org by their short name"),
    types: z.array(z.string()),
    name: z.string().optional(),
    position: z.int().min(1),
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("the entity in JSON-LD's form; absent where the script could not be read"),
    errors: z.array(z.string()).describe("what is wrong with how it is written"),
  }),
  read: reading({ name: "structured_data", items: read }),
});
