import { LRUCache } from "lru-cache";
import { defer, from, map, mergeMap, type Observable, reduce } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { withDeadline } from "../../operators/withDeadline.ts";
import type { HttpResponse, Upstream } from "../../upstream/types.ts";
import { type OpenAiServer, postTo, statusError } from "./openai-server.ts";

/** Texts of one request, requests at once, and characters of a text. */
const BATCH = 64;
const CONCURRENCY = 2;
const MAX_CHARS = 2_000;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_DIMENSIONS = 8_192;
/** What is kept of texts that were asked for before. */
const KEPT_BYTES = 32 * 1024 * 1024;

const kept = new LRUCache<string, Float32Array>({
  maxSize: KEPT_BYTES,
  sizeCalculation: (vector, key) => vector.byteLength + 2 * key.length,
});

const Answer = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1).max(MAX_DIMENSIONS) })),
});

/**
 * How near each text is to a query: the cosine of their vectors, -1 to 1, in the texts' order. Texts are asked for in batches of 64,
 * two at once; what was asked for before is kept. Fails with `timeout` after so many milliseconds, `missing-key` (401, 403),
 * `rate-limited` (429), `unreachable` (other statuses), and `changed` where the answer is none of the OpenAI API.
 */
export function nearness(
  query: string,
  texts: readonly string[],
  model: OpenAiServer,
  upstream: Pick<Upstream, "http">,
  timeoutMs: number,
): Observable<readonly number[]> {
  return vectorsOf([query, ...texts], model, upstream).pipe(
    map(([of, ...others]) => others.map((other) => cosine(of, other))),
    withDeadline(
      timeoutMs,
      () => new SourceError("timeout", `The embeddings model did not answer within ${timeoutMs / 1000} s.`),
    ),
  );
}

function vectorsOf(
  texts: readonly string[],
  model: OpenAiServer,
  upstream: Pick<Upstream, "http">,
): Observable<readonly Float32Array[]> {
  return defer(() => {
    const keyOf = (text: string): string => `${model.baseUrl} ${model.model} ${text}`;
    const cut = texts.map((text) => text.slice(0, MAX_CHARS));
    const found = new Map<string, Float32Array>();
    for (const text of cut) {
      const vector = kept.get(keyOf(text));
      if (vector) found.set(text, vector);
    }
    const missing = [...new Set(cut)].filter((text) => !found.has(text));
    const batches = Array.from({ length: Math.ceil(missing.length / BATCH) }, (_, at) =>
      missing.slice(at * BATCH, (at + 1) * BATCH),
    );
    return from(batches).pipe(
      mergeMap((batch) => asked(batch, model, upstream), CONCURRENCY),
      reduce((all, vectors) => {
        for (const [text, vector] of vectors) {
          all.set(text, vector);
          kept.set(keyOf(text), vector);
        }
        return all;
      }, found),
      map((all) => cut.map((text) => all.get(text) ?? new Float32Array())),
    );
  });
}

const asked = (
  batch: readonly string[],
  server: OpenAiServer,
  upstream: Pick<Upstream, "http">,
): Observable<ReadonlyMap<string, Float32Array>> =>
  upstream
    .http({
      ...postTo(server, "/embeddings", "application/json", {
        model: server.model,
        input: batch,
        encoding_format: "float",
      }),
      maxBytes: MAX_BYTES,
      pace: { key: "embeddings model", concurrency: 16, minIntervalMs: 0 },
    })
    .pipe(map((answer) => read(answer, batch)));

const CHANGED = "The embeddings model did not answer in the form of the OpenAI API.";

function read({ status, body }: HttpResponse, batch: readonly string[]): ReadonlyMap<string, Float32Array> {
  if (status !== 200) throw statusError("The embeddings model", status);
  const { data } = parsed(body);
  const vectors = new Map(
    data.flatMap(({ index, embedding }) => {
      const text = batch[index];
      return text === undefined ? [] : [[text, Float32Array.from(embedding)] as const];
    }),
  );
  if (vectors.size !== batch.length) throw new SourceError("changed", CHANGED);
  return vectors;
}

function parsed(body: Uint8Array): z.output<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(Buffer.from(body).toString("utf8")));
  } catch (cause) {
    throw new SourceError("changed", CHANGED, { cause });
  }
}

function cosine(a: Float32Array | undefined, b: Float32Array): number {
  if (a?.length !== b.length)
    throw new SourceError("changed", "The embeddings model gave vectors of different lengths.");
  let [dot, ofA, ofB] = [0, 0, 0];
  for (let at = 0; at < b.length; at += 1) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0];
    dot += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return ofA > 0 && ofB > 0 ? dot / Math.sqrt(ofA * ofB) : 0;
}
