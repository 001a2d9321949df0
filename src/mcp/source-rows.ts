import type { Category } from "../sources/define.ts";
import type { ListedSource } from "../sources/source.ts";

/** The address under which the protocol lists the sources. */
export const SOURCES_URI = "tributary://sources";
export const SOURCES_MIME = "application/json";

/** A category's list of sources as a resource. */
export const resourceLinked = ({ id, title }: Category<ListedSource>) => ({
  uri: `${SOURCES_URI}/${id}`,
  name: id,
  title,
  mimeType: SOURCES_MIME,
});

/** What a model needs to ask a parser. */
export const rowOf = ({ category, id, title, query, key }: ListedSource) => ({
  parser: `${category}/${id}`,
  title,
  query: query.describe,
  example: query.example,
  ...(key?.required && { key: key.env.join(", ") }),
});
