import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { canonicalUrl } from "../../src/operators/canonicalUrl.ts";
import { FIXTURES, RECORDINGS, type Running, replayed, scratch } from "./processes.ts";

const Answer = z.object({
  success: z.literal(true),
  items: z.array(z.object({ url: z.string(), score: z.number(), engines: z.array(z.string()) })),
  sources: z.array(
    z.object({ id: z.string(), status: z.string(), items: z.int(), error: z.string().optional(), time_ms: z.number() }),
  ),
});

const ASKED = "/search?q=javascript+tutorial&pagecount=1";

const REPLAYED = "x-tributary-replay";

async function searched({ url }: Running, path = ASKED) {
  const response = await fetch(`${url}${path}`);
  expect(response.status).toBe(200);
  expect(response.headers.get(REPLAYED)).toBe("1");
  return Answer.parse(await response.json());
}

function expectRanked({ items, sources }: z.output<typeof Answer>): void {
  const keys = items.map(({ url }) => canonicalUrl(url));
  expect(new Set(keys).size).toBe(keys.length);
  expect(items.map(({ score }) => score)).toEqual(items.map(({ score }) => score).toSorted((a, b) => b - a));
  const answered = sources.filter((source) => source.items > 0).map(({ id }) => id);
  const credited = new Set(items.flatMap(({ engines }) => engines));
  expect([...credited].toSorted()).toEqual(answered.toSorted());
  expect(items.length).toBeLessThanOrEqual(sources.reduce((sum, source) => sum + source.items, 0));
}

let gateway: Running;
let service: Running;

const over = (folder: () => string): void => {
  beforeAll(async () => {
    [gateway, service] = await replayed(folder());
  });
  afterAll(async () => {
    await Promise.all([service.stop(), gateway.stop()]);
  });
};

describe("a search over the project's own recordings", () => {
  over(() => FIXTURES);

  it("merges what every engine found", async () => {
    const answer = await searched(service);
    expectRanked(answer);
    expect(answer.sources.filter(({ status }) => status !== "ok")).toEqual([]);
    const recorded = readdirSync(join(FIXTURES, "search")).filter((id) => id !== "exa");
    expect(answer.sources.map(({ id }) => id).toSorted()).toEqual(recorded.toSorted());
    expect(answer.items.some(({ engines }) => engines.length > 1)).toBe(true);
  });

  it.each(["text/event-stream", "application/x-ndjson", "text/csv", "application/xml"])(
    "is labelled as replayed: %s",
    async (accept) => {
      const response = await fetch(`${service.url}${ASKED}`, { headers: { accept } });
      expect(response.headers.get("content-type")).toContain(accept);
      expect(response.headers.get(REPLAYED)).toBe("1");
      expect(await response.text()).toContain("https://rxjs.dev/guide/overview");
    },
  );
});

/** The fixtures of the engines, where these engines refuse. */
function refusedBy(refusing: readonly string[]): string {
  const folder = scratch();
  cpSync(join(FIXTURES, "search"), join(folder, "search"), { recursive: true });
  for (const id of refusing) {
    const engine = join(folder, "search", id);
    for (const file of readdirSync(engine).filter((name) => name.endsWith(".meta.json"))) {
      const meta = JSON.parse(readFileSync(join(engine, file), "utf8"));
      if (meta.case !== "blocked") rmSync(join(engine, file));
      else writeFileSync(join(engine, file), JSON.stringify({ ...meta, case: undefined }));
    }
  }
  return folder;
}

describe("a search that some engines refuse", () => {
  const REFUSING = ["bing", "brave", "google"];
  let folder = "";
  over(() => {
    folder = refusedBy(REFUSING);
    return folder;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("answers with the others, and says who refused", async () => {
    const answer = await searched(service);
    expectRanked(answer);
    const refused = answer.sources.filter(({ status }) => status !== "ok");
    expect(refused.map(({ id, status }) => `${id} ${status}`).toSorted()).toEqual(
      REFUSING.map((id) => `${id} blocked`),
    );
    for (const { id, error } of refused) expect(error?.toLowerCase()).toContain(id);
    expect(answer.items.length).toBeGreaterThan(0);
  });

  it("lets those that refused rest, and says so", async () => {
    const health = z
      .object({ sources: z.array(z.object({ id: z.string(), state: z.string() })) })
      .parse(await (await fetch(`${service.url}/health`)).json());
    const resting = health.sources.filter(({ state }) => state === "resting").map(({ id }) => id);
    expect(resting).toEqual(expect.arrayContaining(REFUSING));
  });
});

describe.skipIf(!existsSync(RECORDINGS))("a search over recordings of real engines", () => {
  over(() => RECORDINGS);

  it("merges what was found, and says who was blocked", async () => {
    const answer = await searched(service);
    expectRanked(answer);
    const status = Object.fromEntries(answer.sources.map((source) => [source.id, source.status]));
    expect(status).toMatchObject({
      duckduckgo: "ok",
      brave: "ok",
      mojeek: "ok",
      yahoo: "ok",
      ecosia: "ok",
      yandex: "ok",
      startpage: "ok",
      bing: "blocked",
    });
    expect(answer.items.length).toBeGreaterThan(40);
    for (const source of answer.sources) expect(source.error === undefined).toBe(source.status === "ok");
  });
});
