import { key } from "../../kit/api.ts";
import { type Fields, fields, text } from "../../kit/shape.ts";
import { language } from "../../kit/words.ts";

/** The time of day of an instant, to the second. */
export const timeOf = (value: unknown): string => new Date(text(value)).toLocaleTimeString(language.value);

/** The path with the query that a logged request had, without its keys. */
export function pathOf(request: Fields): string {
  const query = Object.entries(fields(request["query"])).map(([name, value]): [string, string] => [
    name,
    Array.isArray(value) ? value.map(String).join(",") : String(value),
  ]);
  const words = new URLSearchParams(query).toString();
  return `${text(request["path"])}${words && `?${words}`}`;
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** The request for curl. */
export function curlOf(request: Fields, root: string): string {
  const { body } = request;
  const method = text(request["method"]);
  return [
    "curl",
    ...(method === "GET" ? [] : ["-X", method]),
    ...(key.value ? ["-H", quoted("Authorization: Bearer YOUR_KEY")] : []),
    ...(body === undefined ? [] : ["-H", quoted("Content-Type: application/json"), "-d", quoted(JSON.stringify(body))]),
    quoted(`${root}${pathOf(request).slice(1)}`),
  ].join(" ");
}
