import type { Category } from "../sources/define.ts";
import type { ListedSource } from "../sources/source.ts";
import { SOURCES_URI as ALL, SOURCES_MIME as MIME, resourceLinked, rowOf } from "./source-rows.ts";

type Categories = readonly Category<ListedSource>[];

/** What is listed: the categories, and each with its sources. */
export const resourcesOf = (categories: Categories) => [
  { uri: ALL, name: "sources", title: "Every category of sources", mimeType: MIME },
  ...categories.map(resourceLinked),
];

export const RESOURCE_TEMPLATES = [
  { uriTemplate: `${ALL}/{category}`, name: "category", title: "The sources of a category", mimeType: MIME },
];

/** A resource's text; undefined where there is none of that address. */
export function resourceText(categories: Categories, uri: string): string | undefined {
  if (uri === ALL)
    return JSON.stringify(
      categories.map(({ id, title, sources }) => ({ category: id, title, sources: sources.length })),
    );
  const category = categories.find(({ id }) => uri === `${ALL}/${id}`);
  return category && JSON.stringify(category.sources.map(rowOf));
}

export const resourceOf = (uri: string, text: string) => ({ contents: [{ uri, mimeType: MIME, text }] });
