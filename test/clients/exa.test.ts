import * as exa from "exa-js";
import { afterEach, describe, expect, it } from "vitest";
import { BY_THE_CLOCK } from "../support/until.ts";
import { ASKED, FOUND, gathered, PAGE, type Replayed, replayed } from "./replayed.ts";

let service: Replayed;
afterEach(() => service.close());

/** The package's types are those of its other format, whose default is one deeper. */
type Exa = InstanceType<typeof exa.default.default>;

const isExa = (value: unknown): value is Exa => typeof value === "object" && value !== null && "findSimilar" in value;

function client(path = "", key = "any"): Exa {
  const Client: unknown = Reflect.get(exa, "default");
  const made: unknown = typeof Client === "function" && Reflect.construct(Client, [key, `${service.url}${path}`]);
  if (!isExa(made)) throw new Error("The package's default is no client.");
  return made;
}

describe.each(["", "/exa"])("Exa's own client at the base %o", BY_THE_CLOCK, (path) => {
  it("finds what the engines found, with the pages' text", async () => {
    service = await replayed();
    const { results, requestId, costDollars } = await client(path).search(ASKED, { numResults: 4 });
    expect(requestId).toMatch(/^[\da-f-]{36}$/);
    expect(costDollars?.total).toBe(0);
    expect(results).toHaveLength(4);
    expect(results.find(({ url }) => url === FOUND)).toMatchObject({
      id: FOUND,
      title: expect.stringContaining("RxJS"),
      publishedDate: "2024-12-13",
      score: expect.any(Number),
    });
  });

  it("reads pages, and says which it could not", async () => {
    service = await replayed();
    const { results, statuses } = await client(path).getContents([PAGE, "http://127.0.0.1/"], {
      text: { maxCharacters: 20 },
    });
    expect(results).toEqual([
      expect.objectContaining({ url: PAGE, title: "Example Domain", text: "This domain is for u" }),
    ]);
    expect(statuses).toEqual([
      { id: PAGE, status: "success", source: "crawled" },
      expect.objectContaining({
        id: "http://127.0.0.1/",
        status: "error",
        error: expect.objectContaining({ tag: "forbidden-target" }),
      }),
    ]);
    await expect(client(path).getContents(["http://127.0.0.1/"])).rejects.toThrow("127.0.0.1");
  });

  it("answers, whole and as it is written", async () => {
    service = await replayed();
    const { answer, citations } = await client(path).answer(ASKED);
    expect(answer).toMatch(/backpressure/i);
    expect(citations.map(({ url }) => url)).toContain(FOUND);
    const chunks = await gathered(client(path).streamAnswer(ASKED));
    expect(chunks.map(({ content = "" }) => content).join("")).toBe(answer);
    expect(chunks.at(-1)?.citations?.map(({ url }) => url)).toContain(FOUND);
  });

  it("finds what the others found where engines refuse", async () => {
    service = await replayed({ refusing: ["bing", "google"] });
    const { results } = await client(path).search(ASKED, { contents: false });
    expect(results.map(({ url }) => url)).toContain(FOUND);
    expect(results.every((result) => !("text" in result))).toBe(true);
  });

  it("gives its key, and fails in our words without", async () => {
    service = await replayed({ environment: { API_KEYS: "river" } });
    expect((await client(path, "river").search(ASKED)).results.length).toBeGreaterThan(0);
    await expect(client(path, "lake").search(ASKED)).rejects.toThrow("The key is not valid");
    await expect(client(path, "river").answer("")).rejects.toThrow("query: is missing");
  });
});

it("finds pages like one by its title", BY_THE_CLOCK, async () => {
  service = await replayed();
  const { results } = await client().findSimilar(PAGE, { contents: false });
  expect(results.length).toBeGreaterThan(0);
  expect(results.map(({ url }) => url)).not.toContain(PAGE);
});
