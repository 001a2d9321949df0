import { decodeHTML } from "entities";
import type { El } from "../../kit/html/dom.ts";

/** One `<meta>` of Open Graph, of a vocabulary beside it, or of a Twitter card. */
export interface Tag {
  /** `og:image:width`, in lower case. */
  readonly property: string;
  readonly value: string;
  /** The attribute that names it: sites mix the two. */
  readonly by: "property" | "name";
}

const SOCIAL = /^(og|twitter|article|product|book|profile|music|video|fb|al):/;

/** Values that were encoded twice are decoded twice. */
const plain = (value: string): string =>
  /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/i.test(value) ? decodeHTML(value) : value;

/** The social tags of a head, in order; those without a value are kept, for they are a fault. */
export const tagsOf = (head: El): Tag[] =>
  head.all("meta[property], meta[name]").flatMap((meta) =>
    (["property", "name"] as const).flatMap((by) => {
      const property = meta.attr(by)?.toLowerCase();
      if (!property || !SOCIAL.test(property)) return [];
      return by === "name" && meta.attr("property")?.toLowerCase() === property
        ? []
        : [{ property, value: plain(meta.attr("content") ?? ""), by }];
    }),
  );

/** Tags by what is asked of them. */
export class Tags {
  readonly list: readonly Tag[];

  constructor(list: readonly Tag[]) {
    this.list = list;
  }

  /** The values of the first of the properties that has any, without blank ones. */
  all(...properties: readonly string[]): string[] {
    for (const property of properties) {
      const values = this.list.flatMap((tag) => (tag.property === property && tag.value ? [tag.value] : []));
      if (values.length > 0) return values;
    }
    return [];
  }

  first(...properties: readonly string[]): string | undefined {
    return this.all(...properties)[0];
  }

  /** Structured properties: each `og:image` (or `og:image:url`) with the `og:image:…` that follow it. */
  groups(root: string): Map<string, string>[] {
    const groups: Map<string, string>[] = [];
    for (const { property, value } of this.list) {
      if (!value) continue;
      if (property === root) groups.push(new Map([["url", value]]));
      if (!property.startsWith(`${root}:`)) continue;
      const name = property.slice(root.length + 1);
      const last = groups.at(-1);
      if (last && !last.has(name)) last.set(name, value);
      // `og:image:url` is the same as `og:image`, and may stand for it.
      else if (name === "url" && last?.get("url") !== value) groups.push(new Map([["url", value]]));
    }
    return groups;
  }

  /** Every property with its values. */
  raw(): Record<string, string[]> {
    const raw = new Map<string, string[]>();
    for (const { property, value } of this.list) raw.set(property, [...(raw.get(property) ?? []), value]);
    return Object.fromEntries(raw);
  }
}
