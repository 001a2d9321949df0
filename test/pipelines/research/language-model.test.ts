import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { EMPTY, lastValueFrom, toArray } from "rxjs";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { readConfig } from "../../../src/config.ts";
import type { StreamEvent } from "../../../src/events.ts";
import { languageModelOf, type ResearchResponse, research } from "../../../src/pipelines/research/index.ts";
import { createUpstream } from "../../../src/upstream/upstream.ts";
import { BY_THE_CLOCK } from "../../support/until.ts";
import { engine, hit, topic } from "./research-fakes.ts";

type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const upstream = createUpstream(readConfig({ LOG_LEVEL: "silent" }));
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});
afterAll(() => upstream.close());

async function serving(answer: Answering): Promise<string> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => answer(request, response, body));
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("The server has a port.");
  return `http://127.0.0.1:${address.port}/v1`;
}

const rhine = hit("bing", "rhine", "The Rhine is 1,233 km long. It rises in the Swiss Alps.");
const wiki = hit("bing", "wiki", "The length of the Rhine was long given as 1,320 km.");

async function events(answer: Answering, env: Record<string, string> = {}) {
  const config = readConfig({ LLM_BASE_URL: await serving(answer), LLM_MODEL: "tiny", ...env });
  const events$ = research(topic(), {
    engines: [engine("bing", rhine, wiki)],
    upstream,
    extract: () => EMPTY,
    model: languageModelOf(config),
  });
  return { events$, all: () => lastValueFrom(events$.pipe(toArray())) };
}

const done = (all: readonly StreamEvent<ResearchResponse>[]): ResearchResponse => {
  const last = all.at(-1);
  if (last?.event !== "done") throw new TypeError("The stream ends with done.");
  return last.data;
};
const answers = (all: readonly StreamEvent<ResearchResponse>[]): readonly string[] =>
  all.flatMap((event) => (event.event === "answer" ? event.data.text : []));

const delta = (content: string): string => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
const stop = (reason = "stop"): string =>
  `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: reason }] })}\n\ndata: [DONE]\n\n`;
const stream = (response: ServerResponse): void => {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
};

/** Each part in its own packet. */
function sending(response: ServerResponse, parts: readonly string[], end = true): void {
  const [first, ...rest] = parts;
  if (first === undefined) {
    if (end) response.end();
    return;
  }
  response.write(first, () => setImmediate(() => sending(response, rest, end)));
}

const QUOTED = /The Rhine is 1,233 km long\. \[\d\]/;

/** The answer is the sources' own sentences, and the response says why. */
function fellBack(all: readonly StreamEvent<ResearchResponse>[], why: RegExp): void {
  const response = done(all);
  expect(response.answer).toMatch(QUOTED);
  expect(answers(all).at(-1)).toBe(response.answer);
  expect(response.warnings?.join(" ")).toMatch(why);
}

describe("research with a language model", () => {
  test("streams what the model writes from the passages", async () => {
    let asked = "";
    let headers: IncomingMessage["headers"] = {};
    const { all } = await events(
      (request, response, body) => {
        asked = body;
        headers = request.headers;
        expect(`${request.method} ${request.url}`).toBe("POST /v1/chat/completions");
        stream(response);
        sending(response, [
          ": ping\n\n",
          delta("The Rhine is "),
          delta("1,233 km long [2"),
          delta("], or [7"),
          delta("] so [1, 9]. See https://evil.test/x"),
          delta("y for [more](https://evil.test/)."),
          stop(),
        ]);
      },
      { LLM_API_KEY: "secret-key" },
    );
    const seen = await all();
    const response = done(seen);
    expect(response.answer).toBe("The Rhine is 1,233 km long [2], or so [1]. See  for more.");
    expect(response.warnings).toBeUndefined();
    const texts = answers(seen);
    expect(texts.at(-1)).toBe(response.answer);
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(text).not.toMatch(/\[[79]|evil|\[$/);
    expect(headers.authorization).toBe("Bearer secret-key");
    const { model, stream: streamed, messages } = JSON.parse(asked);
    expect([model, streamed]).toEqual(["tiny", true]);
    expect(messages[1].content).toContain("1,233 km long");
    expect(messages[1].content).toContain("Question: Rhine length");
    expect(messages[1].content).toMatch(/\n> \[1\] .*\n> .*\n\n> \[2\] /);
    const [, nonce] = /^Sources:\n<untrusted-web-content-(\w{10})>\n/.exec(messages[1].content) ?? [];
    expect(messages[1].content).toContain(`\n</untrusted-web-content-${nonce}>\n\nQuestion: Rhine length`);
    expect(messages[0].content).toContain(`between <untrusted-web-content-${nonce}> and </untrusted-web-content-`);
  });

  test("takes an answer in one piece from a server that does not stream", async () => {
    const { all } = await events((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ choices: [{ message: { content: "It is long [1]." }, finish_reason: "stop" }] }));
    });
    expect(done(await all()).answer).toBe("It is long [1].");
  });

  test("takes [DONE] for the end where no reason is given", async () => {
    const { all } = await events((_request, response) => {
      stream(response);
      sending(response, [delta("It is long [1]."), "data: [DONE]\n\n"]);
    });
    expect(done(await all())).toMatchObject({ answer: "It is long [1]." });
  });

  test("says where the model was cut off, and where it cites nothing", async () => {
    const { all } = await events((_request, response) => {
      stream(response);
      sending(response, [delta("It is rather"), stop("length")]);
    });
    const { answer, warnings } = done(await all());
    expect(answer).toBe("It is rather");
    expect(warnings).toHaveLength(2);
  });

  test.each<readonly [string, Answering, RegExp]>([
    ["refuses the key", (_q, response) => response.writeHead(401).end("no secret here"), /LLM_API_KEY/],
    ["is overrun", (_q, response) => response.writeHead(429).end(), /HTTP 429/],
    ["fails", (_q, response) => response.writeHead(500).end("stack trace"), /HTTP 500/],
    ["redirects", (_q, response) => response.writeHead(302, { location: "http://127.0.0.1:9/" }).end(), /HTTP 302/],
    [
      "breaks off without an end",
      (_q, response) => {
        stream(response);
        sending(response, [delta("It is")]);
      },
      /broke off/,
    ],
    [
      "closes the connection",
      (_q, response) => {
        stream(response);
        response.write(delta("It is"), () => setImmediate(() => response.destroy()));
      },
      /did not write/,
    ],
    [
      "says no",
      (_q, response) => {
        stream(response);
        sending(response, [`data: ${JSON.stringify({ choices: [{ delta: { refusal: "I will not." } }] })}\n\n`]);
      },
      /refused to answer/,
    ],
    [
      "filters its answer",
      (_q, response) => {
        stream(response);
        sending(response, [delta("It"), stop("content_filter")]);
      },
      /refused to answer/,
    ],
    [
      "reports an error in the stream",
      (_q, response) => {
        stream(response);
        sending(response, [`data: ${JSON.stringify({ error: { message: "out of memory" } })}\n\n`]);
      },
      /reported an error/,
    ],
    [
      "answers with a web page",
      (_q, response) => response.writeHead(200).end("data: <html>\n\n"),
      /form of the OpenAI/,
    ],
    [
      "answers with nothing",
      (_q, response) => {
        stream(response);
        sending(response, [stop()]);
      },
      /nothing/,
    ],
    [
      "answers with citations of nothing",
      (_q, response) => {
        stream(response);
        sending(response, [delta("[8][9]"), stop()]);
      },
      /nothing/,
    ],
    [
      "sends an event without end",
      (_q, response) => {
        stream(response);
        response.end(`data: ${"x".repeat(1_100_000)}`);
      },
      /too long/,
    ],
  ])("falls back where it %s", async (_how, answer, why) => {
    const { all } = await events(answer);
    fellBack(await all(), why);
  });

  test("falls back where nobody listens", async () => {
    const config = readConfig({ LLM_BASE_URL: "http://127.0.0.1:1/v1", LLM_MODEL: "tiny" });
    const deps = { engines: [engine("bing", rhine)], upstream, extract: () => EMPTY, model: languageModelOf(config) };
    fellBack(await lastValueFrom(research(topic(), deps).pipe(toArray())), /did not write/);
  });

  test("falls back where it takes longer than LLM_TIMEOUT_MS, before and within its answer", BY_THE_CLOCK, async () => {
    const silent = await events(() => undefined, { LLM_TIMEOUT_MS: "120" });
    fellBack(await silent.all(), /within 120 milliseconds/);
    const stuck = await events(
      (_request, response) => {
        stream(response);
        sending(response, [delta("It is"), delta(" long")], false);
      },
      { LLM_TIMEOUT_MS: "1000" },
    );
    const seen = await stuck.all();
    expect(answers(seen)[0]).toMatch(/^It is/);
    fellBack(seen, /within 1000 milliseconds/);
  });

  test("stops a model that does not stop", async () => {
    const { all } = await events((_request, response) => {
      stream(response);
      const more = (): void => {
        if (!response.destroyed) response.write(delta("x [1] ".repeat(500)), () => setImmediate(more));
      };
      more();
    });
    const { answer, warnings } = done(await all());
    expect(answer.length).toBeGreaterThan(10_000);
    expect(answer.length).toBeLessThan(30_000);
    expect(warnings?.join(" ")).toContain("length limit");
  });

  test("an unsubscription closes the connection to the model", async () => {
    let closed: () => void;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { events$ } = await events((_request, response) => {
      response.on("close", () => closed());
      stream(response);
      sending(response, [delta("It is long [1] and "), delta("wide")], false);
    });
    const running = events$.subscribe(({ event }) => {
      if (event === "answer") running.unsubscribe();
    });
    await gone;
    expect(running.closed).toBe(true);
  });

  test("is not asked where there is no source", async () => {
    let asked = false;
    const base = await serving(() => {
      asked = true;
    });
    const model = languageModelOf(readConfig({ LLM_BASE_URL: base, LLM_MODEL: "tiny" }));
    const all = await lastValueFrom(research(topic(), { engines: [engine("bing")], upstream, model }).pipe(toArray()));
    expect(done(all).answer).toContain("no answer");
    expect(asked).toBe(false);
  });
});

test("the model needs a name, and the base an address", () => {
  expect(() => readConfig({ LLM_BASE_URL: "http://127.0.0.1:1/v1" })).toThrow("LLM_MODEL");
  expect(() => readConfig({ LLM_BASE_URL: "ftp://x", LLM_MODEL: "m" })).toThrow("LLM_BASE_URL");
  expect(languageModelOf(readConfig({}))).toBeUndefined();
});
