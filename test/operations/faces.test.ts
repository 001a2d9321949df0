import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LONG, PAGE, SEARCH } from "../golden/asked.ts";
import { type Answer, type Service, startService } from "../golden/service.ts";

let folder: string;
let service: Service;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tributary-faces-"));
  service = await startService(folder);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

interface Asked {
  /** A path, or a path and the body that is posted. */
  readonly rest: string | readonly [string, unknown];
  readonly mcp: readonly [string, Readonly<Record<string, unknown>>];
  /** The words of a command; a file's content stands for its path where it is no text. */
  readonly cli: readonly (string | object)[];
}

function fileOf(content: object): string {
  const path = join(folder, "order.json");
  writeFileSync(path, JSON.stringify(content));
  return path;
}

async function asked({ rest, mcp, cli }: Asked): Promise<Readonly<Record<"rest" | "mcp" | "cli", Answer>>> {
  return {
    rest: await (typeof rest === "string" ? service.rest(rest) : service.post(...rest)),
    mcp: await service.mcp(...mcp),
    cli: await service.cli(cli.map((word) => (typeof word === "string" ? word : fileOf(word)))),
  };
}

/** What is said, as it stands on a terminal: JSON's escapes undone, lines joined. */
const plain = ({ text }: Answer): string => text.replaceAll('\\"', '"').replaceAll("\\n", "\n").replace(/\s+/g, " ");

const WORDS = "is missing: words to search the web for, for example rxjs backpressure.";
const QUESTION = "is missing: the question to research, for example how does RxJS handle backpressure?";
const TOO_LONG = "must have at most 2000 characters.";
const CONTROL = "must not hold control characters.";

const wrong: readonly (readonly [string, string, Asked])[] = [
  ["a search for nothing", WORDS, { rest: "/search?q=", mcp: ["web_search", { query: "" }], cli: ["search", ""] }],
  ["a search without words", WORDS, { rest: "/search", mcp: ["web_search", {}], cli: ["search"] }],
  [
    "a search for 2,001 characters",
    TOO_LONG,
    { rest: `/search?q=${LONG}`, mcp: ["web_search", { query: LONG }], cli: ["search", LONG] },
  ],
  [
    "a search for control characters",
    CONTROL,
    { rest: "/search?q=a%07b", mcp: ["web_search", { query: "a\u0007b" }], cli: ["search", "a\u0007b"] },
  ],
  [
    "an engine that is none",
    "There is no engine zzzzzz. There are: duckduckgo, google,",
    {
      rest: "/search?q=x&engines=zzzzzz",
      mcp: ["web_search", { query: "x", engines: ["zzzzzz"] }],
      cli: ["search", "x", "-e", "zzzzzz"],
    },
  ],
  [
    "an engine that is nearly one",
    "There is no engine mojek. Did you mean mojeek?",
    {
      rest: "/search?q=x&engines=mojek",
      mcp: ["web_search", { query: "x", engines: ["mojek"] }],
      cli: ["search", "x", "-e", "mojek"],
    },
  ],
  [
    "a source that is none",
    "There is no source packages/zzzzzz. See /parsers for the list.",
    {
      rest: "/packages/zzzzzz?q=x",
      mcp: ["list_parsers", { parser: "packages/zzzzzz" }],
      cli: ["get", "packages/zzzzzz", "x"],
    },
  ],
  [
    "a source that is nearly one",
    "There is no source packages/crate. Did you mean packages/crates",
    {
      rest: "/packages/crate?q=x",
      mcp: ["list_parsers", { parser: "packages/crate" }],
      cli: ["get", "packages/crate", "x"],
    },
  ],
  [
    "a source asked nothing",
    "is missing: a crate's name or words to search for, for example async http client.",
    {
      rest: "/packages/crates?q=",
      mcp: ["packages_lookup", { parser: "crates", query: "" }],
      cli: ["get", "packages/crates", ""],
    },
  ],
  [
    "a source asked 2,001 characters",
    TOO_LONG,
    {
      rest: `/packages/crates?q=${LONG}`,
      mcp: ["packages_lookup", { parser: "crates", query: LONG }],
      cli: ["get", "packages/crates", LONG],
    },
  ],
  [
    "a source's option of a value that is none",
    "sort: Invalid option: expected one of",
    {
      rest: "/community/stackoverflow?q=x&sort=zzz",
      mcp: ["community_lookup", { parser: "stackoverflow", query: "x", options: { sort: "zzz" } }],
      cli: ["get", "community/stackoverflow", "x", "-o", "sort=zzz"],
    },
  ],
  [
    "an address of another scheme",
    "ftp",
    {
      rest: "/extract?q=ftp://x.example/",
      mcp: ["web_extract", { urls: ["ftp://x.example/"] }],
      cli: ["extract", "ftp://x.example/"],
    },
  ],
  [
    "an address inside",
    "127.0.0.1 may not be reached: it is this machine itself.",
    {
      rest: "/extract?q=http://127.0.0.1/",
      mcp: ["web_extract", { urls: ["http://127.0.0.1/"] }],
      cli: ["extract", "http://127.0.0.1/"],
    },
  ],
  [
    "data by a schema that is none",
    "schema: must be a JSON schema, an object",
    {
      rest: ["/extract", { urls: [PAGE], schema: "text" }],
      mcp: ["web_extract", { urls: [PAGE], schema: "text" }],
      cli: ["extract", PAGE, "--schema", ["text"]],
    },
  ],
  [
    "a map of an address inside",
    "127.0.0.1 may not be reached: it is this machine itself.",
    {
      rest: "/map?q=http://127.0.0.1/",
      mcp: ["web_map", { url: "http://127.0.0.1/" }],
      cli: ["map", "http://127.0.0.1/"],
    },
  ],
  [
    "a crawl of an address inside",
    "127.0.0.1 may not be reached: it is this machine itself.",
    {
      rest: "/crawl?q=http://127.0.0.1/",
      mcp: ["web_crawl", { url: "http://127.0.0.1/" }],
      cli: ["crawl", "http://127.0.0.1/"],
    },
  ],
  [
    "a batch of nothing",
    "The batch is empty: name at least one parser.",
    { rest: ["/batch", []], mcp: ["web_batch", { requests: [] }], cli: ["batch", []] },
  ],
  [
    "a batch with a parser that is none",
    "There is no source packages/crate. Did you mean packages/crates",
    {
      rest: ["/batch", [{ parser: "packages/crate", query: "x" }]],
      mcp: ["web_batch", { requests: [{ parser: "packages/crate", query: "x" }] }],
      cli: ["batch", [{ parser: "packages/crate", query: "x" }]],
    },
  ],
  [
    "research of nothing",
    QUESTION,
    { rest: ["/research", { query: "" }], mcp: ["web_research", { query: "" }], cli: ["research", ""] },
  ],
  [
    "research of 2,001 characters",
    TOO_LONG,
    { rest: ["/research", { query: LONG }], mcp: ["web_research", { query: LONG }], cli: ["research", LONG] },
  ],
  [
    "an analysis of nothing",
    "is missing: ",
    { rest: "/seo/robots-txt?q=", mcp: ["seo_robots_txt", { query: "" }], cli: ["get", "seo/robots-txt", ""] },
  ],
  [
    "an analysis' source that is none",
    "is not a parser of /seo/robots-txt; allowed are",
    {
      rest: "/seo/robots-txt?q=x.example&sources=zzz",
      mcp: ["seo_robots_txt", { query: "x.example", options: { sources: "zzz" } }],
      cli: ["get", "seo/robots-txt", "x.example", "-o", "sources=zzz"],
    },
  ],
  [
    "a time that is none",
    "must be a whole number from 1 to 300.",
    {
      rest: "/search?q=x&timeout=0",
      mcp: ["web_search", { query: "x", timeout: 0 }],
      cli: ["search", "x", "--timeout", "0"],
    },
  ],
];

describe("every face says the same of", () => {
  it.each(wrong)("%s", async (_name, sentence, question) => {
    const { rest, mcp, cli } = await asked(question);
    for (const answer of [rest, mcp, cli]) expect(plain(answer)).toContain(sentence);
    if (rest.status.startsWith("4")) {
      expect(mcp.status).toMatch(/^error/);
      expect(cli.status).toBe("exit 2");
    }
  });
});

it("data without a language model is refused on every face in the same words", async () => {
  const { rest, mcp, cli } = await asked({
    rest: ["/extract", { urls: [PAGE], prompt: "the title" }],
    mcp: ["web_extract", { urls: [PAGE], prompt: "the title" }],
    cli: ["extract", PAGE, "--prompt", "the title"],
  });
  for (const answer of [rest, mcp, cli])
    expect(plain(answer)).toContain(
      "schema and prompt take a language model, and none is set: set LLM_BASE_URL and LLM_MODEL.",
    );
  expect([rest.status.slice(0, 3), mcp.status, cli.status]).toEqual(["424", "error missing-key", "exit 1"]);
});

it("an option that no source has is named and ignored on every face", async () => {
  const { rest, mcp, cli } = await asked({
    rest: "/packages/crates?q=tokio&colour=red",
    mcp: ["packages_lookup", { parser: "crates", query: "tokio", options: { colour: "red" } }],
    cli: ["get", "packages/crates", "tokio", "-o", "colour=red"],
  });
  for (const answer of [rest, mcp, cli])
    expect(plain(answer)).toMatch(/“colour” is unknown and was ignored; known are /);
  expect([rest.status.slice(0, 3), mcp.status, cli.status]).toEqual(["200", "ok", "exit 0"]);
});

describe("no_cache and max_age", () => {
  it.each<readonly [string, string, readonly string[]]>([
    ["a search", `/search?q=${encodeURIComponent(SEARCH)}&engines=mojeek`, ["search", SEARCH, "-e", "mojeek"]],
    ["a source", "/packages/crates?q=tokio", ["get", "packages/crates", "tokio"]],
    ["an analysis", "/seo/robots-txt?q=https://plain.example/", ["get", "seo/robots-txt", "https://plain.example/"]],
    ["a page", `/extract?q=${encodeURIComponent(PAGE)}`, ["extract", PAGE]],
  ])("are taken by %s", async (_name, path, words) => {
    for (const parameter of ["no_cache=true", "max_age=60"]) {
      const { status, text } = await service.rest(`${path}&${parameter}`);
      expect(text).not.toContain("is unknown and was ignored");
      expect(status).not.toMatch(/^4/);
    }
    const { status, text } = await service.cli([...words, "--no-cache", "--max-age", "60"]);
    expect(text).not.toContain("unknown option");
    expect(status).not.toBe("exit 2");
  });

  it("a page is read again unless max_age allows what was kept", async () => {
    const cache = async (more: string) => {
      const { status } = await service.rest(`/extract?q=${encodeURIComponent(PAGE)}&include_images=true${more}`);
      return /\b(hit|miss)\b/.exec(status)?.[1];
    };
    expect(await cache("")).toBeUndefined();
    expect(await cache("&max_age=600")).toBe("miss");
    expect(await cache("&max_age=600")).toBe("hit");
    expect(await cache("&max_age=600&no_cache=true")).toBe("miss");
    expect(await cache("&max_age=0")).toBe("miss");
  });
});

it("a source to be diagnosed that is none is told in the same words", async () => {
  const rest = await service.post("/doctor", { sources: ["packages/crate"] });
  const cli = await service.cli(["doctor", "packages/crate"]);
  for (const answer of [rest, cli])
    expect(plain(answer)).toContain("There is no source packages/crate. Did you mean packages/crates");
  expect([rest.status.slice(0, 3), cli.status]).toEqual(["404", "exit 2"]);
});

it("a prompt that an analysis does not have is told in the same words over REST and on the command line", async () => {
  const rest = await service.rest("/seo/opengraph/llm?q=https://plain.example/");
  const cli = await service.cli(["get", "seo/opengraph/llm", "https://plain.example/"]);
  for (const answer of [rest, cli])
    expect(plain(answer)).toMatch(/\/seo\/opengraph has no prompt\. These have one: \/seo\//);
});
