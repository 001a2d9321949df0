import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { firstValueFrom, lastValueFrom, NEVER, Observable, of, toArray } from "rxjs";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { nearness } from "../../../src/pipelines/research/embeddings.ts";
import { embeddingsModelOf, languageModelOf, research } from "../../../src/pipelines/research/index.ts";
import type { HttpResponse } from "../../../src/upstream/types.ts";
import { createUpstream } from "../../../src/upstream/upstream.ts";
import { engine, hit, topic } from "./research-fakes.ts";

const upstream = createUpstream(readConfig({ LOG_LEVEL: "silent" }));
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});
afterAll(() => upstream.close());

type Answering = (
  response: ServerResponse,
  body: { readonly input: readonly string[]; readonly model: string },
) => void;

/** A server of two models: one makes vectors as `embed` says, the other writes what it was asked with. */
async function serving(embed: Answering, asked: IncomingMessage["headers"][] = []): Promise<string> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(parts).toString("utf8"));
      if (request.url === "/v1/embeddings") {
        asked.push(request.headers);
        embed(response, body);
        return;
      }
      const content = String(body.messages[1].content);
      response.writeHead(200, { "content-type": "application/json" });
      const first = /\n> \[(\d)\] /.exec(content)?.[1] ?? "0";
      response.end(
        JSON.stringify({ choices: [{ message: { content: `${content.length} [${first}]` }, finish_reason: "stop" }] }),
      );
    });
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("The server has a port.");
  return `http://127.0.0.1:${address.port}/v1`;
}

/** The nearer to sleep, the more of the first direction. */
const directions =
  (texts: readonly string[]): Answering =>
  (response, { input }) => {
    response.writeHead(200, { "content-type": "application/json" });
    const data = input.map((text, index) => ({
      index,
      embedding: texts.some((word) => text.includes(word)) ? [1, 0] : [0, 1],
    }));
    response.end(JSON.stringify({ data }));
  };

const model = (baseUrl: string, name = "vectors") => ({ baseUrl, model: name });

describe("nearness by an embeddings model", () => {
  test("asks in batches for what it does not know yet, and keeps what it was told", async () => {
    const batches: (readonly string[])[] = [];
    const base = await serving((response, body) => {
      batches.push(body.input);
      directions(["sleep"])(response, body);
    });
    const texts = Array.from({ length: 150 }, (_, at) => (at % 2 === 0 ? `sleep ${at}` : `food ${at}`));
    const near = await firstValueFrom(nearness("how to sleep", texts, model(base), upstream, 30_000));
    expect(near.slice(0, 4)).toEqual([1, 0, 1, 0]);
    expect(batches.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([23, 64, 64]);
    await firstValueFrom(nearness("how to sleep", [...texts, "a further one"], model(base), upstream, 30_000));
    expect(batches.slice(3)).toEqual([["a further one"]]);
  });

  test("sends the key, and fails in words where the server refuses, breaks off or answers something else", async () => {
    const headers: IncomingMessage["headers"][] = [];
    const failing = async (answer: Answering, name: string): Promise<unknown> => {
      const base = await serving(answer, headers);
      const asked = { ...model(base, name), apiKey: "secret" };
      return firstValueFrom(nearness("q", ["a text", "another"], asked, upstream, 30_000)).catch(
        (thrown: unknown) => thrown,
      );
    };
    const status =
      (code: number): Answering =>
      (response) =>
        void response.writeHead(code).end();
    const json =
      (value: unknown): Answering =>
      (response) =>
        void response.writeHead(200).end(JSON.stringify(value));
    expect(await failing(status(401), "a")).toMatchObject({ kind: "missing-key" });
    expect(await failing(status(429), "b")).toMatchObject({ kind: "rate-limited" });
    expect(await failing(status(500), "c")).toMatchObject({ kind: "unreachable" });
    expect(await failing(json({ data: [{ index: 0, embedding: [1] }] }), "d")).toMatchObject({ kind: "changed" });
    expect(await failing(json({ data: [{ index: 0, embedding: ["x"] }] }), "e")).toMatchObject({ kind: "changed" });
    const uneven = json({ data: [[1], [1, 2], [1]].map((embedding, index) => ({ index, embedding })) });
    expect(await failing(uneven, "f")).toMatchObject({ kind: "changed" });
    expect(headers[0]?.authorization).toBe("Bearer secret");
  });

  test("closes its requests when nobody waits any more, and fails with timeout when its time is up", async () => {
    let open = 0;
    const silent = {
      http: (): Observable<HttpResponse> =>
        new Observable((answer) => {
          open += 1;
          answer.add(NEVER.subscribe(answer));
          answer.add(() => {
            open -= 1;
          });
        }),
    };
    const late = firstValueFrom(nearness("q", ["text"], model("http://models.example/v1"), silent, 1));
    await expect(late).rejects.toMatchObject({ kind: "timeout" });
    expect(open).toBe(0);
    nearness("q", ["text"], model("http://models.example/v1"), silent, 60_000).subscribe().unsubscribe();
    expect(open).toBe(0);
  });
});

describe("research with an embeddings model", () => {
  const engines = [
    engine(
      "bing",
      hit("bing", "words", "Rhine length and Rhine length again, with the length of the Rhine in every word of it."),
      hit("bing", "meaning", "From its source to the sea the river runs 1,233 km."),
    ),
  ];

  async function answered(embed: Answering, env: Record<string, string> = {}) {
    const base = await serving(embed);
    const config = readConfig({ LLM_BASE_URL: base, LLM_MODEL: "tiny", EMBEDDINGS_MODEL: "vectors", ...env });
    const end = await lastValueFrom(
      research(topic(), {
        engines,
        upstream,
        extract: () => of(),
        model: languageModelOf(config),
        embeddings: embeddingsModelOf(config),
      }).pipe(toArray()),
    );
    const last = end.at(-1);
    if (last?.event !== "done") throw new TypeError("The stream ends with done.");
    return last.data;
  }

  test("hands the model passages that mean the same in other words, and says who ranked them", async () => {
    const response = await answered(directions(["Rhine length", "1,233 km"]), {});
    expect(response.passages_ranked_by).toBe("vectors");
    expect(response.warnings).toBeUndefined();
    const byWords = await answered((reply) => void reply.writeHead(500).end());
    expect(byWords.passages_ranked_by).toBeUndefined();
    expect(byWords.warnings?.join(" ")).toContain("The embeddings model answered HTTP 500.");
    const length = (answer: string): number => Number.parseInt(answer, 10);
    expect(length(response.answer)).toBeGreaterThan(length(byWords.answer));
  });

  test("is not asked where none is set, and needs a server", () => {
    expect(embeddingsModelOf(readConfig({ LLM_BASE_URL: "http://127.0.0.1:1/v1", LLM_MODEL: "tiny" }))).toBeUndefined();
    expect(() => readConfig({ EMBEDDINGS_MODEL: "vectors" })).toThrow(/EMBEDDINGS_MODEL.*LLM_BASE_URL/);
  });
});
