import { z } from "zod";
import { defineSource } from "../define.ts";
import type { El } from "../kit/html/dom.ts";
import { html } from "../kit/readers/html.ts";
import { json } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Reader, SourceDefinition } from "../source.ts";

/* Sources without code, as `sources.yaml` describes them: a URL with places for the words, and where in the answer each field stands. */

const Name = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, { error: "must be lower-case letters, digits and _" });
/** `results[0].title`, `data.items`; `.` is the whole. */
const Path = z.string().regex(/^(?:\.|[^.[\]]+(?:\[\d+\])*(?:\.[^.[\]]+(?:\[\d+\])*)*)$/, {
  error: "must be names with dots between them, e.g. data.items or links[0].href",
});
const Selected = z.union([
  z.string().transform((select) => ({ select, attribute: undefined })),
  z.strictObject({ select: z.string().default(""), attribute: z.string().optional() }),
]);

/** What an entry of `sources.yaml` may say. */
export const SimpleSource = z
  .strictObject({
    category: Name,
    id: Name,
    title: z.string().min(1),
    docs: z.url().optional(),
    url: z
      .string()
      .refine((url) => URL.canParse(filled(url, { q: "q", page: 1 })), { error: "must be an address" })
      .refine((url) => url.includes("{q}"), { error: "must have {q} where the words go" }),
    example: z.string().min(1),
    describe: z.string().default("words to search for"),
    headers: z.record(z.string(), z.string()).optional(),
    key: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]*$/)
      .optional(),
    first_page: z.int().min(0).default(1),
    json: z.strictObject({ items: Path, fields: z.record(Name, Path) }).optional(),
    html: z.strictObject({ items: z.string().min(1), fields: z.record(Name, Selected) }).optional(),
  })
  .refine(({ json: asJson, html: asHtml }) => (asJson === undefined) !== (asHtml === undefined), {
    error: "must have either json or html",
  })
  .refine(({ json: asJson, html: asHtml }) => !("source" in (asJson ?? asHtml ?? { fields: {} }).fields), {
    error: "fields: source is taken: it names who found an item",
  });
export type SimpleSource = z.output<typeof SimpleSource>;

const Value = z.union([z.string(), z.number(), z.boolean()]).optional();
interface Asked {
  readonly text: string;
}

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/** Returns the source that an entry describes. */
export function simpleSource(entry: SimpleSource): SourceDefinition {
  const { id, title, docs = new URL(filled(entry.url, { q: "", page: 1 })).origin, key } = entry;
  const names = Object.keys((entry.json ?? entry.html)?.fields ?? {});
  const item = z.object({
    ...Object.fromEntries(names.map((name) => [name, name === "url" ? z.url().optional() : Value])),
    source: z.string(),
  });
  return defineSource({
    id,
    title,
    docs,
    ...(key !== undefined && { key: { env: [key], required: true } }),
    query: query({ describe: entry.describe, example: entry.example, parse: (q) => ({ text: q }) }),
    item,
    read: readerOf(entry),
  });
}

function readerOf(entry: SimpleSource): Reader<Asked, Values> {
  const { url, headers = {}, first_page, json: asJson, html: asHtml } = entry;
  const paged = url.includes("{page}");
  const pages = ({ text, page, key }: { readonly text: string; readonly page: number; readonly key: string }) =>
    page > 1 && !paged
      ? undefined
      : get(
          filled(url, { q: text, page: page - 1 + first_page, key }),
          {},
          {
            guarded: true,
            headers: Object.fromEntries(
              Object.entries(headers).map(([name, value]) => [name, value.replaceAll("{key}", key)]),
            ),
          },
        );
  if (asHtml)
    return html<Asked, Values>({
      pages,
      rows: asHtml.items,
      item: (row) => present(Object.entries(asHtml.fields).map(([name, one]) => [name, selected(row, name, one)])),
      // Whoever writes a selector knows no mark of an empty page: one without rows has none.
      empty: () => true,
    });
  return json<Asked, unknown, Values>({
    pages,
    body: z.unknown(),
    items: (body) => {
      const found = at(body, asJson?.items ?? ".");
      const rows = Array.isArray(found) ? found : [];
      return rows.flatMap((row): readonly Values[] => {
        const read = present(Object.entries(asJson?.fields ?? {}).map(([name, path]) => [name, plain(at(row, path))]));
        return read ? [read] : [];
      });
    },
  });
}

/** A template with its places filled, each as a part of an address. */
const filled = (template: string, values: Readonly<Record<string, string | number>>): string =>
  template.replace(/\{(q|page|key)\}/g, (place, name: string) =>
    name in values ? encodeURIComponent(String(values[name])) : place,
  );

function selected(row: El, name: string, { select, attribute }: { select: string; attribute?: string | undefined }) {
  const css = select || undefined;
  if (attribute === undefined) return name === "url" ? row.link(css) : row.text(css);
  return name === "url" ? row.link(css, attribute) : row.attr(attribute, css);
}

/** The fields that are there; undefined where none is. */
function present(fields: readonly (readonly [string, string | number | boolean | undefined])[]): Values | undefined {
  const there = fields.filter(([, value]) => value !== undefined && value !== "");
  return there.length > 0 ? Object.fromEntries(there) : undefined;
}

/** What stands at a path; undefined where nothing does. */
function at(value: unknown, path: string): unknown {
  if (path === ".") return value;
  return path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === "object" && inner !== null && Object.hasOwn(inner, name)
          ? Reflect.get(inner, name)
          : undefined,
      value,
    );
}

const plain = (value: unknown): string | number | boolean | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;
