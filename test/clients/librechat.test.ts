import * as agents from "@librechat/agents";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { BY_THE_CLOCK } from "../support/until.ts";
import { ASKED, FOUND, type Replayed, replayed } from "./replayed.ts";

let service: Replayed;
afterEach(() => service.close());
// It writes a log of its own.
vi.spyOn(console, "log").mockImplementation(() => undefined);

/** What the tool gives: what its model reads, and what the page shows. */
const Message = z.object({ content: z.string(), artifact: z.looseObject({}) });

interface SearchTool {
  readonly name: string;
  invoke(call: object): Promise<unknown>;
}

const isTool = (value: unknown): value is SearchTool =>
  typeof value === "object" && value !== null && "name" in value && "invoke" in value;

/** The package's own types do not resolve, so that its tool is taken for what it shows itself to be. */
function createSearchTool(options: object): SearchTool {
  const create: unknown = Reflect.get(agents, "createSearchTool");
  const tool: unknown = typeof create === "function" ? create(options) : undefined;
  if (!isTool(tool)) throw new Error("There is no search tool in the package.");
  return tool;
}

const settings = (apiKey: string) => ({
  searxng: { searchProvider: "searxng" as const, searxngInstanceUrl: service.url, searxngApiKey: apiKey },
  tavily: {
    searchProvider: "tavily" as const,
    scraperProvider: "tavily" as const,
    tavilyApiKey: apiKey,
    tavilySearchUrl: `${service.url}/search`,
    tavilyExtractUrl: `${service.url}/extract`,
  },
});

async function searched(provider: "searxng" | "tavily", apiKey = "any") {
  const tool = createSearchTool({ ...settings(apiKey)[provider], rerankerType: "none" });
  return Message.parse(await tool.invoke({ type: "tool_call", id: "1", name: tool.name, args: { query: ASKED } }));
}

const linksIn = ({ artifact }: z.output<typeof Message>): readonly (string | undefined)[] =>
  [...JSON.stringify(artifact).matchAll(/"link":"([^"]+)"/g)].map(([, link]) => link);

describe.each(["searxng", "tavily"] as const)("LibreChat's search by %s", BY_THE_CLOCK, (provider) => {
  it("finds what the engines found", async () => {
    service = await replayed();
    const message = await searched(provider);
    expect(linksIn(message)).toContain(FOUND);
    expect(message.content).toContain("RxJS - Overview");
  });

  it("finds what the others found where engines refuse", async () => {
    service = await replayed({ refusing: ["bing", "google"] });
    expect(linksIn(await searched(provider))).toContain(FOUND);
  });

  it("gives its key, and says that it is refused without", async () => {
    service = await replayed({ environment: { API_KEYS: "river" } });
    expect(linksIn(await searched(provider, "river"))).toContain(FOUND);
    const refused = await searched(provider, "lake");
    expect(linksIn(refused)).toEqual([]);
    expect(JSON.stringify(refused)).toContain("401");
  });
});
