import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { until } from "../support/until.ts";
import { finders, finds, river, rows } from "./small-web.ts";
import { type Internet, internet, listening, type Site, serverFor } from "./support.ts";

let net: Internet;
let app: App;
let url: string;

async function start(sites: Readonly<Record<string, Site>>, engines = ["alpha"]): Promise<void> {
  net = await internet({ "river.example": river, ...sites });
  app = serverFor(net.gateway, finders(engines));
  url = await listening(app);
}
afterEach(async () => {
  await app.close();
  net.close();
});

const refuses: Site = (_url, response) => response.writeHead(403).end();
const ask = async (body: unknown, path = "/research", headers = {}) => {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
};
const eventsIn = (text: string): readonly { readonly event: string; readonly data: Record<string, unknown> }[] =>
  [...text.matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(([, event = "", data = ""]) => ({
    event,
    data: JSON.parse(data),
  }));

describe("POST /research with a query", () => {
  it("answers with what the sources say", async () => {
    await start({ "alpha.example": finds(rows.otter, rows.food), "beta.example": refuses }, ["alpha", "beta"]);
    const { status, text } = await ask({ query: "otter hold breath minutes" });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      query: "otter hold breath minutes",
      answer:
        "The otter can hold its breath under water for about eight minutes, and its heart slows down as it dives. [1]",
      answered: true,
      results: [
        {
          title: "The otter",
          url: rows.otter.url,
          content: expect.stringContaining("The otter can hold its breath under water for about eight minutes"),
          score: expect.any(Number),
          source: "alpha",
          published_date: rows.otter.publishedAt,
        },
        expect.objectContaining({ url: rows.food.url }),
      ],
      usage: { searches: 2, results_total: 2 },
      response_time: expect.stringMatching(/^\d+\.\d\d$/),
      sources: [
        expect.objectContaining({ id: "alpha", status: "ok" }),
        expect.objectContaining({ id: "beta", status: "blocked" }),
      ],
    });
  });

  it("reads pages with model pro, and keeps to max_results", async () => {
    await start({ "alpha.example": finds(rows.otter, rows.gone) });
    const body = JSON.parse((await ask({ query: "otter breath under water", model: "pro", max_results: 1 })).text);
    expect(body.results).toHaveLength(1);
    expect(net.asked).toContain(body.results[0].url);
  });

  it.each([
    [{ stream: true }, {}],
    [{}, { accept: "text/event-stream" }],
  ])("streams where %j %j say so", async (more, headers) => {
    await start({ "alpha.example": finds(rows.otter) });
    const { type, text } = await ask({ query: "otter hold breath", ...more }, "/research", headers);
    expect(type).toBe("text/event-stream; charset=utf-8");
    const events = eventsIn(text);
    expect(events.map(({ event }) => event)).toEqual(["source", "result", "source", "page", "answer", "done"]);
    expect(events.at(-1)?.data["answer"]).toBe(events.at(-2)?.data["text"]);
  });

  it("answers CSV, XML and NDJSON", async () => {
    await start({ "alpha.example": finds(rows.otter) });
    const body = { query: "otter" };
    const csv = (await ask(body, "/research?format=csv")).text.split("\n");
    expect(csv[0]).toBe("answered,why,answer,title,url,content,score,source,published_date");
    expect(csv[1]).toMatch(/^true,,.*\[1\].*,,,,,,$/);
    expect(csv[2]).toMatch(/^,,,The otter,https:\/\/river\.example\/otter,/);
    expect((await ask(body, "/research?format=xml")).text).toContain("<response><query>otter</query><answer>");
    const lines = (await ask(body, "/research", { accept: "application/x-ndjson" })).text.trimEnd().split("\n");
    expect(JSON.parse(lines.at(-1) ?? "").event).toBe("done");
  });

  it("says in every format that nobody answers, and why", async () => {
    await start({ "alpha.example": finds(rows.otter) });
    const body = { query: "quantum chromodynamics lattice" };
    const why = "None of the sources answers “quantum chromodynamics lattice”; the results name the pages found.";
    expect(JSON.parse((await ask(body)).text)).toMatchObject({ answered: false, why });
    expect((await ask(body, "/research?format=csv")).text.split("\n")[1]).toBe(`false,${why},${why},,,,,,`);
    expect((await ask(body, "/research?format=xml")).text).toContain(`<answered>false</answered><why>${why}</why>`);
  });

  it("fits the answer into max_tokens", async () => {
    await start({ "alpha.example": finds(rows.otter, rows.food, rows.gone) });
    const { answer, results, truncated } = JSON.parse((await ask({ query: "otter breath", max_tokens: 150 })).text);
    expect(truncated.tokens).toBeLessThanOrEqual(150);
    for (const [, n] of answer.matchAll(/\[(\d+)\]/g)) expect(results[Number(n) - 1]).toBeDefined();
  });

  it("names the fields that nobody reads", async () => {
    await start({ "alpha.example": finds(rows.otter) });
    const { text } = await ask({ query: "otter", max_result: 3 });
    expect(JSON.parse(text).warnings).toContain("max_result is unknown and was ignored.");
  });

  it("fails as the engines failed, in both shapes", async () => {
    await start({ "alpha.example": refuses });
    const { status, text } = await ask({ query: "otter" });
    expect(status).toBe(502);
    expect(JSON.parse(text)).toMatchObject({ success: false, code: "blocked", detail: { error: expect.any(String) } });
  });

  it.each([
    [{}, "query: is missing: the question to research, for example how does RxJS handle backpressure?"],
    [{ query: " " }, "query: is missing: the question to research, for example how does RxJS handle backpressure?"],
    [{ query: "a", max_results: 0 }, "max_results: must be a whole number from 1 to 100."],
    [{ query: "a", model: "auto" }, "model: must be mini or pro."],
    [{ query: "a", sources: "nobody" }, "There is no engine nobody. There are: alpha."],
    [{ input: " " }, /^input: is missing/],
    [{ input: "a", model: "max" }, "model: must be mini, pro or auto."],
    [{ query: "a\u0000" }, "query: must not hold control characters."],
    [[], "The body must be a JSON object."],
    [null, "The body must be a JSON object."],
  ])("refuses %j", async (body, error) => {
    await start({});
    const { status, text } = await ask(body);
    expect([400, 404]).toContain(status);
    expect(JSON.parse(text).error).toMatch(error);
    expect(JSON.parse(text).detail.error).toBe(JSON.parse(text).error);
  });

  it("lets go of the engines when the client hangs up", async () => {
    await start({ "alpha.example": () => undefined });
    for (const body of [{ query: "otter" }, { query: "otter", stream: true }, { input: "otter", stream: true }]) {
      const gone = new AbortController();
      const asked = fetch(`${url}/research`, {
        method: "POST",
        signal: gone.signal,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }).then((answer) => answer.text());
      asked.catch(() => undefined);
      await until(() => net.sockets.size === 1, "a question upstream");
      gone.abort();
      await until(() => net.sockets.size === 0, "no socket upstream");
      await expect(asked).rejects.toThrow();
    }
  });
});
