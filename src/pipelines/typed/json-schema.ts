import { map, type Observable } from "rxjs";
import { SourceError } from "../../errors.ts";
import type { SchemaCheck, SchemaTask } from "../../reading/against-schema.ts";
import { type Reader, readingIn, sharedReader } from "../../reading/reader.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Schemas of others can take any time and memory to compile and to check by: that is done elsewhere. */
const CHECKING = readingIn<SchemaTask, SchemaCheck>(import.meta.url, "../../reading/against-schema", "againstSchema");

const MAX_SCHEMA_CHARS = 64 * 1024;

const invalid = (reason: string): SourceError => new SourceError("bad-query", `Invalid JSON schema: ${reason}.`);

function check(task: SchemaTask, reader: Pick<Reader, "read">): Observable<SchemaCheck> {
  if (JSON.stringify(task.schema).length > MAX_SCHEMA_CHARS)
    throw invalid(`it is longer than ${MAX_SCHEMA_CHARS} characters`);
  return reader.read(CHECKING, task, { url: "The JSON schema", pieces: [] });
}

/** Emits the schema where it is one; fails with `bad-query` where it is none. */
export const usable = (schema: JsonSchema, reader: Pick<Reader, "read"> = sharedReader()): Observable<JsonSchema> =>
  check({ schema }, reader).pipe(
    map((checked) => {
      if (checked.ok) return schema;
      throw invalid(checked.errors.join("; "));
    }),
  );

/** Whether a text is JSON that fits the schema; fails with `bad-query` where the schema is none. */
export const checkedBy = (
  schema: JsonSchema,
  text: string,
  reader: Pick<Reader, "read"> = sharedReader(),
): Observable<SchemaCheck> =>
  check({ schema, text }, reader).pipe(
    map((checked) => {
      if (!checked.ok && checked.fault === "schema") throw invalid(checked.errors.join("; "));
      return checked;
    }),
  );
