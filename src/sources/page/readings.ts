import { toSourceError } from "../../errors.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import type { DocumentRead, DocumentTask } from "./reading-task.ts";

/* The functions that read documents, by the names under which another process is asked for them. */

type AnyRead = (response: HttpResponse, input: never) => unknown;

const READINGS: Readonly<Record<string, () => Promise<AnyRead>>> = {
  alternates: async () => (await import("./hreflang/alternates.ts")).alternatesIn,
  announces: async () => (await import("./hreflang/alternates.ts")).announces,
  cms: async () => (await import("./cms/index.ts")).read,
  cms_unrendered: async () => (await import("./cms/index.ts")).readUnrendered,
  headings: async () => (await import("./headings.ts")).read,
  hreflang: async () => (await import("./hreflang/index.ts")).read,
  html_meta: async () => (await import("./html_meta.ts")).read,
  links: async () => (await import("./links.ts")).read,
  opengraph: async () => (await import("./opengraph/index.ts")).read,
  readability: async () => (await import("./readability/index.ts")).read,
  robots_txt: async () => (await import("./robots_txt/index.ts")).read,
  sitemap: async () => (await import("./sitemap/index.ts")).read,
  structured_data: async () => (await import("./structured_data/index.ts")).read,
};

/** What was read last: analyses read one page eight times, and its tree is found by its body. */
let last: HttpResponse | undefined;

/** The response before, where it is the same, else the response itself. */
function same(response: HttpResponse): HttpResponse {
  const known =
    last?.url === response.url &&
    Buffer.compare(last.body, response.body) === 0 &&
    JSON.stringify(last.headers) === JSON.stringify(response.headers);
  if (!known || !last) last = response;
  return last;
}

/** Reads a document, in the process that is asked for it. */
export async function readDocument(
  { name, head, input }: DocumentTask,
  body: Uint8Array,
): Promise<DocumentRead<unknown>> {
  try {
    const load = Object.hasOwn(READINGS, name) ? READINGS[name] : undefined;
    if (!load) throw new TypeError(`There is no reading ${name}.`);
    // The task was made for this very function by whoever named it.
    const read = (await load()) as (response: HttpResponse, input: unknown) => unknown;
    return { ok: true, value: read(same({ ...head, body }), input) };
  } catch (thrown) {
    const error = toSourceError(thrown);
    if (error.kind === "internal") throw thrown;
    const { kind, message, retryAfterMs } = error;
    return { ok: false, error: { kind, message, retryAfterMs } };
  }
}
