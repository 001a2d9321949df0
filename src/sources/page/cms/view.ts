import { isText } from "domhandler";
import { decodeText } from "../../../upstream/charset.ts";
import type { HttpResponse } from "../../../upstream/types.ts";
import type { El } from "../../kit/html/dom.ts";
import { Target } from "../target.ts";
import { treeOf } from "../tree.ts";
import { textOf } from "../words.ts";
import type { NAMED, TEXTS } from "./fingerprints.ts";

/** What a pattern is run on, at most: of a page its beginning and its end. */
const MAX_TARGET_CHARS = 100_000;
const TAIL_CHARS = 30_000;
const MAX_SCRIPTS = 200;
export const MAX_ADDRESS_CHARS = 500;

/** All that fingerprints look at of a page. */
export interface Page {
  readonly doc: El;
  /** What selectors' names and values are looked for in first. */
  readonly whole: Target;
  readonly texts: Readonly<Record<(typeof TEXTS)[number], Target>>;
  readonly named: Readonly<Record<(typeof NAMED)[number], ReadonlyMap<string, readonly Target[]>>>;
  readonly scriptSrc: readonly Target[];
  /** Every script's address, to see at once that a text stands in none. */
  readonly addresses: Target;
  /** Global variables, where the page's scripts have run. */
  readonly globals: ReadonlyMap<string, Target>;
}

const ends = (text: string): string =>
  text.length <= MAX_TARGET_CHARS
    ? text
    : `${text.slice(0, MAX_TARGET_CHARS - TAIL_CHARS)}\n${text.slice(-TAIL_CHARS)}`;

const joined = (elements: readonly El[]): Target =>
  new Target(
    elements
      .flatMap((el) => el.node.children.flatMap((node) => (isText(node) ? [node.data.slice(0, MAX_TARGET_CHARS)] : [])))
      .join("\n")
      .slice(0, MAX_TARGET_CHARS),
  );

function grouped(pairs: readonly (readonly [string, string])[]): Map<string, Target[]> {
  const groups = new Map<string, Target[]>();
  for (const [name, value] of pairs)
    groups.set(name.toLowerCase(), [...(groups.get(name.toLowerCase()) ?? []), new Target(value.slice(0, 5_000))]);
  return groups;
}

export function pageOf(response: HttpResponse, globals: Readonly<Record<string, string>>): Page {
  const { doc } = treeOf(response);
  const html = decodeText(response);
  const scripts = doc.all("script");
  const addresses = scripts
    .flatMap((script) => script.link(undefined, "src")?.slice(0, MAX_ADDRESS_CHARS) ?? [])
    .slice(0, MAX_SCRIPTS);
  const metas = doc
    .all("meta[name], meta[property]")
    .slice(0, 500)
    .map((meta) => [meta.attr("name") ?? meta.attr("property") ?? "", meta.attr("content") ?? ""] as const);
  const cookies = response.setCookie.map((cookie) => {
    const [, name = "", value = ""] = /^([^=;]{0,200})=?([^;]{0,2000})/.exec(cookie) ?? [];
    return [name.trim(), value] as const;
  });
  const headers = [
    ...Object.entries(response.headers),
    ...response.setCookie.map((one) => ["set-cookie", one] as const),
  ];
  const page = ends(html);
  return {
    doc,
    whole: new Target(html.slice(0, 10 * MAX_TARGET_CHARS)),
    texts: {
      html: new Target(page),
      text: new Target(textOf(doc.one("body") ?? doc) ?? ""),
      scripts: joined(scripts.filter((script) => !script.attr("src"))),
      css: joined(doc.all("style")),
      url: new Target(response.url.slice(0, 2_000)),
    },
    named: { headers: grouped(headers), cookies: grouped(cookies), meta: grouped(metas) },
    scriptSrc: addresses.map((address) => new Target(address)),
    addresses: new Target(addresses.join("\n")),
    globals: new Map(Object.entries(globals).map(([name, value]) => [name, new Target(value)])),
  };
}
