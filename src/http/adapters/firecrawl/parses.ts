import type { FastifyReply, FastifyRequest } from "fastify";
import { map, type Observable } from "rxjs";
import { checked, SourceError } from "../../../errors.ts";
import type { StreamEvent } from "../../../events.ts";
import { SPARE_MS } from "../../../pipelines/deadlines.ts";
import { languageModelOf } from "../../../pipelines/research/plan.ts";
import { ScrapeOptions } from "../../../pipelines/scrape/options.ts";
import { parseFile } from "../../../pipelines/scrape/parse.ts";
import type { Upload } from "../../../pipelines/uploaded.ts";
import { requestContext } from "../../request-context.ts";
import { answer, type Serving } from "./face.ts";

const MAX_OPTIONS_CHARS = 200_000;
const MAX_NAME_CHARS = 500;

/** Answers `POST /parse`: one file in the field `file`, how it is to be read as JSON in `options`. */
export async function parsed(
  { face, replying }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { file, options } = await formIn(request);
  const asked = checked(ScrapeOptions, options);
  const watched = requestContext(face, request);
  const { config } = face;
  const deps = { upstream: watched.upstream, dataDir: config.DATA_DIR, model: languageModelOf(config) };
  const answer$: Observable<StreamEvent> = parseFile(file, asked, deps).pipe(
    map(({ warning, ...data }) =>
      answer({ success: true, data: { ...data, ...(warning && { warning }) }, ...(warning && { warning }) }),
    ),
  );
  return replying.events(answer$, request, reply, {
    watch: watched,
    wire: "json",
    deadlineMs: asked.timeout + SPARE_MS,
  });
}

async function formIn({
  body,
  headers,
}: FastifyRequest): Promise<{ readonly file: Upload; readonly options: unknown }> {
  const type = headers["content-type"] ?? "";
  if (!Buffer.isBuffer(body) || !/^multipart\/form-data\b/i.test(type))
    throw new SourceError("bad-query", "The body must be a form (multipart/form-data) with a file.");
  const form = await formOf(body, type);
  const [file, ...more] = form.getAll("file");
  if (!(file instanceof File) || more.length > 0)
    throw new SourceError("bad-query", "file: is missing: one file in the form's field of that name.");
  if (file.size === 0) throw new SourceError("bad-query", "file: must not be empty.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const name = file.name.slice(0, MAX_NAME_CHARS);
  return { file: { bytes, contentType: file.type, name }, options: optionsIn(form.get("options")) };
}

/** Node reads forms by itself. */
async function formOf(body: Buffer, type: string): Promise<FormData> {
  try {
    return await new Response(Uint8Array.from(body), { headers: { "content-type": type } }).formData();
  } catch (cause) {
    throw new SourceError("bad-query", "The body cannot be read as a form (multipart/form-data).", { cause });
  }
}

function optionsIn(given: ReturnType<FormData["get"]>): unknown {
  if (given === null) return {};
  if (typeof given !== "string" || given.length > MAX_OPTIONS_CHARS)
    throw new SourceError("bad-query", `options: must be JSON of at most ${MAX_OPTIONS_CHARS} characters.`);
  try {
    return JSON.parse(given || "{}");
  } catch (cause) {
    throw new SourceError("bad-query", "options: must be JSON.", { cause });
  }
}
