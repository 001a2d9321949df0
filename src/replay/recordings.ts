import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";

const literal = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const Headers = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** What stands in a `<name>.meta.json` beside a recorded body. */
export const RecordingMeta = z.looseObject({
  source: z.string().optional(),
  url: z.string(),
  urlExact: z.boolean().optional(),
  method: z.string().default("GET"),
  requestBody: z.unknown().optional(),
  status: z.number().int().default(200),
  contentType: z.string().nullish(),
  headers: Headers.optional(),
  responseHeaders: Headers.optional(),
  body: z.string(),
  bodyEncoding: z.string().nullish(),
  recorded: z.string().nullish(),
  note: z.string().nullish(),
  /** Of the project's own fixtures: which case of the contract it is, and what the source is asked. */
  case: z.enum(["items", "page-2", "empty", "error", "blocked", "step"]).optional(),
  /** An item says that there is nothing (a domain that is free): stands in for an empty answer. */
  absence: z.boolean().optional(),
  q: z.string().optional(),
  options: z.record(z.string(), z.string()).optional(),
  key: z.boolean().optional(),
  expect: z
    .strictObject({
      minItems: z.number().int().optional(),
      contains: z.record(z.string(), z.union([literal, z.array(literal)])).optional(),
      code: z.string().optional(),
      error: z.string().optional(),
    })
    .default({}),
});

export type RecordingMeta = z.output<typeof RecordingMeta>;

/** One recorded exchange. */
export interface Recording {
  readonly category: string;
  readonly id: string;
  readonly name: string;
  readonly meta: RecordingMeta;
  /** The answer's body, as the upstream sent it before any content-encoding. */
  body(): Uint8Array;
}

/** Every recording below `root`, which holds `<category>/<id>/<name>.meta.json` beside the bodies they name. */
export function loadRecordings(root: string, below = ""): Recording[] {
  return readdirSync(join(root, below), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".meta.json"))
    .sort()
    .map((path) => readRecording(root, join(below, path)));
}

function readRecording(root: string, path: string): Recording {
  const file = join(root, path);
  const read = RecordingMeta.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (!read.success) throw new Error(`${path} is no recording: ${z.prettifyError(read.error)}`);
  const meta = read.data;
  const [category = "", id = "", name = ""] = relative(root, file).split(sep).slice(-3);
  return {
    category,
    id,
    name: name.replace(/\.meta\.json$/, ""),
    meta,
    body: () => {
      const bytes = readFileSync(join(file, "..", meta.body));
      return meta.bodyEncoding === "gzip" ? gunzipSync(bytes) : bytes;
    },
  };
}
