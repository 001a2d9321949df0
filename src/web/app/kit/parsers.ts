import { json } from "./api.ts";
import { fields, list, text, texts } from "./shape.ts";

/** A source as `GET /parsers` lists it. */
export interface Parser {
  readonly id: string;
  readonly category: string;
  readonly title: string;
  readonly path: string;
  readonly docs: string;
  readonly terms: string;
  readonly keys: readonly string[];
  readonly keyRequired: boolean;
  readonly keyFrom: string;
  readonly describe: string;
  readonly example: string;
  readonly fields: readonly string[];
}

let asked: Promise<readonly Parser[]> | undefined;

/** Every source, asked for once; a failure is asked again by the next who wants them. */
export function parsers(): Promise<readonly Parser[]> {
  asked ??= json("/parsers").then(
    ({ items }) => list(items).map(parserOf),
    (error: unknown) => {
      asked = undefined;
      throw error;
    },
  );
  return asked;
}

export function parserOf(value: unknown): Parser {
  const row = fields(value);
  const [key, query] = [fields(row["key"]), fields(row["query"])];
  return {
    id: text(row["id"]),
    category: text(row["category"]),
    title: text(row["title"]),
    path: text(row["path"]),
    docs: text(row["docs"]),
    terms: text(row["terms"]),
    keys: texts(key["env"]),
    keyRequired: key["required"] === true,
    keyFrom: text(key["from"]),
    describe: text(query["describe"]),
    example: text(query["example"]),
    fields: texts(row["fields"]),
  };
}
