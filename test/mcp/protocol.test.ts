import { request as httpRequest } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { allTools } from "../../src/mcp/list.ts";
import { MAX_LINE_BYTES, MessageLines } from "../../src/mcp/stdin-lines.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { clientTwo, player, type Served, serve } from "./support.ts";

/* The protocol's fine print: lists, refusals, streams, pages of other origins. */

const open: { close(): void | Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function served(environment: Record<string, string> = {}): Promise<Served> {
  const server = await serve(player().upstream, { environment });
  open.push(server);
  return server;
}

const JSON_TYPE = { "content-type": "application/json" };
const BOTH = { ...JSON_TYPE, accept: "application/json, text/event-stream" };
const LIST = { jsonrpc: "2.0", method: "tools/list", id: 1 };
const initialize = (protocolVersion: string) => ({
  jsonrpc: "2.0",
  method: "initialize",
  id: 1,
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } },
});

interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** Sends these headers only, and gives what came by the end, or until `until` stood in it. */
function send(
  url: URL,
  method: string,
  headers: Record<string, string>,
  body?: unknown,
  until?: string,
): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(url, { method, headers, agent: false }, (response) => {
      let text = "";
      const seen = (): Seen => ({ status: response.statusCode ?? 0, headers: response.headers, text });
      response.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
        if (until === undefined || !text.includes(until)) return;
        resolve(seen());
        asked.destroy();
      });
      response.on("end", () => resolve(seen()));
    });
    asked.on("error", reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const post = (url: URL, body: unknown, headers: Record<string, string> = JSON_TYPE) => send(url, "POST", headers, body);
const errorIn = ({ text }: Seen): { code: number; message: string } => JSON.parse(text).error;

async function session(url: URL, version: string): Promise<Record<string, string>> {
  const { headers } = await post(url, initialize(version), BOTH);
  return { ...BOTH, "mcp-session-id": String(headers["mcp-session-id"]), "mcp-protocol-version": version };
}

describe("lists", () => {
  it("every tool has a title of its own; the server has an icon", async () => {
    const { url } = await served();
    const client = await clientTwo(url, "legacy");
    open.push(client);
    const { tools } = await client.listTools();
    expect(tools.length).toBe(allTools(categories).length);
    for (const { name, title } of tools) expect(title, name).toMatch(/^[\p{L}\d]/u);
    expect(tools.find(({ name }) => name === "web_search")?.title).toBe("Web search");
    expect(tools.find(({ name }) => name === "npm")?.title).toBe("npm registry");
    const { result } = JSON.parse(
      /^data: (.+)$/m.exec((await post(url, initialize("2025-11-25"), BOTH)).text)?.[1] ?? "{}",
    );
    expect(result.serverInfo.icons[0]).toMatchObject({ mimeType: "image/svg+xml" });
    expect(Buffer.from(String(result.serverInfo.icons[0].src).split(",")[1] ?? "", "base64").toString()).toMatch(
      /^<svg .*<\/svg>$/,
    );
  });

  it.each(["tools/list", "prompts/list", "resources/list", "resources/templates/list"])(
    "%s refuses a cursor that it never gave",
    async (method) => {
      const { url } = await served();
      const seen = await post(url, { jsonrpc: "2.0", id: 1, method, params: { cursor: "nonsense" } });
      expect(errorIn(seen)).toEqual({ code: -32_602, message: "The cursor is not valid: the list has one page." });
    },
  );

  it("list_parsers links to the lists of the categories that it found", async () => {
    const { url } = await served();
    const params = { name: "list_parsers", arguments: { category: "packages" } };
    const { content } = JSON.parse((await post(url, { ...LIST, method: "tools/call", params })).text).result;
    expect(content.filter(({ type }: { type: string }) => type === "resource_link")).toEqual([
      expect.objectContaining({ uri: "tributary://sources/packages", name: "packages", mimeType: "application/json" }),
    ]);
  });
});

describe("completion", () => {
  const complete = async (ref: object, argument: object) => {
    const { url } = await served();
    return JSON.parse(
      (await post(url, { jsonrpc: "2.0", id: 1, method: "completion/complete", params: { ref, argument } })).text,
    );
  };

  it("goes on with a resource's category, and with a prompt's language", async () => {
    const category = await complete(
      { type: "ref/resource", uri: "tributary://sources/{category}" },
      { name: "category", value: "pa" },
    );
    expect(category.result.completion).toMatchObject({ values: ["packages", "page"], total: 2, hasMore: false });
    const prompt = await complete({ type: "ref/prompt", name: "travel_trip" }, { name: "language", value: "f" });
    expect(prompt.result.completion.values).toEqual(["fr"]);
  });

  it.each([
    [{ type: "ref/prompt", name: "nonsense" }, "There is no prompt nonsense."],
    [{ type: "ref/resource", uri: "tributary://x/{y}" }, "There is no template tributary://x/{y}."],
  ])("refuses what is not there: %j", async (ref, message) => {
    expect((await complete(ref, { name: "q", value: "" })).error).toEqual({ code: -32_602, message });
  });
});

describe("parameters that do not fit are refused in a sentence", () => {
  it.each([
    [
      "logging/setLevel",
      { level: "loud" },
      /^logging\/setLevel is not asked like this\. params\.level: Invalid option/,
    ],
    ["tools/call", {}, /^tools\/call is not asked like this\. params\.name: /],
    ["prompts/get", { name: 7 }, /^prompts\/get is not asked like this\. params\.name: /],
    ["resources/read", {}, /^resources\/read is not asked like this\. params\.uri: /],
    ["completion/complete", { ref: 1 }, /^completion\/complete is not asked like this\. /],
  ])("%s %j", async (method, params, sentence) => {
    const { url } = await served();
    const error = errorIn(await post(url, { jsonrpc: "2.0", id: 1, method, params }));
    expect(error.code).toBe(-32_602);
    expect(error.message).toMatch(sentence);
    expect(error.message).not.toContain("{");
  });
});

describe("methods of HTTP", () => {
  it.each([
    ["GET", "POST"],
    ["DELETE", "POST"],
    ["PUT", "GET, POST, DELETE"],
  ])("%s without a session is refused, with what is allowed", async (method, allow) => {
    const { url } = await served();
    const { status, headers } = await send(url, method, { accept: "text/event-stream" });
    expect([status, headers["allow"]]).toEqual([405, allow]);
  });
});

describe("streams", () => {
  it.each([
    ["2025-11-25", "id: 0\nretry: 3000\ndata: \n\n"],
    ["2025-06-18", "retry: 3000\n: ready\n\n"],
  ])("of a session of %s begin at once", async (version, first) => {
    const { url } = await served();
    const headers = await session(url, version);
    const begun = performance.now();
    const { status, text } = await send(url, "GET", headers, undefined, "\n\n");
    expect([status, text]).toEqual([200, first]);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it("are opened anew though the one before has not ended", async () => {
    const { url } = await served();
    const headers = await session(url, "2025-11-25");
    const before = send(url, "GET", headers);
    await send(url, "GET", headers, undefined, "\n\n");
    // The newer one has ended the first.
    expect(await before).toMatchObject({ status: 200, text: expect.stringContaining("retry: 3000") });
    expect((await send(url, "GET", headers, undefined, "\n\n")).status).toBe(200);
  });

  it("an answer's own begins before the answer, without an id", async () => {
    const { url } = await served();
    const { text } = await post(url, LIST, await session(url, "2025-11-25"));
    expect(text).toMatch(/^retry: 3000\n: ready\n\nevent: message\n/);
  });
});

describe("pages of other origins", () => {
  const EVIL = { ...JSON_TYPE, origin: "https://evil.example" };
  const KEY = { authorization: "Bearer one" };

  it("are refused with keys too, though the key is right", async () => {
    const { url } = await served({ API_KEYS: "one" });
    const seen = await post(url, LIST, { ...EVIL, ...KEY });
    expect([seen.status, errorIn(seen).message]).toEqual([
      403,
      expect.stringMatching(/^The Origin https:\/\/evil\.example is not this machine's/),
    ]);
    expect((await post(url, LIST, { ...JSON_TYPE, ...KEY, origin: "http://localhost:6274" })).status).toBe(200);
  });

  it("of PUBLIC_URL may ask", async () => {
    const { url } = await served({ API_KEYS: "one", PUBLIC_URL: "https://search.example" });
    expect((await post(url, LIST, { ...JSON_TYPE, ...KEY, origin: "https://search.example" })).status).toBe(200);
    expect((await post(url, LIST, { ...JSON_TYPE, ...KEY, origin: "http://search.example:81" })).status).toBe(403);
  });

  it("that CORS_ORIGINS names may ask, and read the answer and its session", async () => {
    const { url } = await served({ API_KEYS: "one", CORS_ORIGINS: "https://app.example" });
    const origin = { origin: "https://app.example" };
    const preflight = await send(url, "OPTIONS", {
      ...origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization, content-type, mcp-protocol-version",
    });
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        "access-control-allow-origin": "https://app.example",
        "access-control-allow-methods": "GET, POST, DELETE",
        "access-control-allow-headers": "authorization, content-type, mcp-protocol-version",
        vary: "origin",
      },
    });
    const { status, headers } = await post(url, LIST, { ...JSON_TYPE, ...KEY, ...origin });
    expect([status, headers["access-control-allow-origin"]]).toEqual([200, "https://app.example"]);
    expect(headers["access-control-expose-headers"]).toContain("mcp-session-id");
    const refused = await post(url, LIST, { ...JSON_TYPE, ...origin });
    expect([refused.status, refused.headers["access-control-allow-origin"]]).toEqual([401, "https://app.example"]);
    expect((await post(url, LIST, { ...EVIL, ...KEY })).headers).not.toHaveProperty("access-control-allow-origin");
  });

  it("a key may stand in X-API-Key", async () => {
    const { url } = await served({ API_KEYS: "one" });
    expect((await post(url, LIST, { ...JSON_TYPE, "x-api-key": "one" })).status).toBe(200);
    expect((await post(url, LIST, { ...JSON_TYPE, "x-api-key": "two" })).status).toBe(401);
  });
});

describe("lines of standard input", () => {
  const through = (...pieces: readonly string[]) => {
    const answers: string[] = [];
    const lines = new MessageLines((answer) => answers.push(answer));
    let passed = "";
    lines.on("data", (piece: Buffer) => (passed += piece.toString()));
    for (const piece of pieces) lines.write(Buffer.from(piece));
    return { answers: answers.map((line) => JSON.parse(line)), passed };
  };

  it("pass as messages, in however many pieces they come", () => {
    const { passed, answers } = through(
      '{"jsonrpc":"2.0","met',
      'hod":"ping","id":1}\r\n\n{"jsonrpc":"2.0",',
      '"id":2,"result":{}}\n',
    );
    expect(passed).toBe('{"jsonrpc":"2.0","method":"ping","id":1}\n{"jsonrpc":"2.0","id":2,"result":{}}\n');
    expect(answers).toEqual([]);
  });

  it.each([
    ["no JSON", -32_700, null],
    ['{"jsonrpc":"2.0","met', -32_700, null],
    ['{"hello":1}', -32_600, null],
    ['{"jsonrpc":"1.0","method":"ping","id":7}', -32_600, 7],
    ["[]", -32_600, null],
    ["null", -32_600, null],
  ])("%s is answered, and the next line passes", (line, code, id) => {
    const { answers, passed } = through(`${line}\n{"jsonrpc":"2.0","method":"ping","id":8}\n`);
    expect(answers).toEqual([{ jsonrpc: "2.0", id, error: { code, message: expect.any(String) } }]);
    expect(passed).toContain('"id":8');
  });

  it("without an end are not kept", () => {
    const piece = "x".repeat(1024 * 1024);
    const { answers, passed } = through(
      ...Array.from({ length: 6 }, () => piece),
      '\n{"jsonrpc":"2.0","method":"ping","id":8}\n',
    );
    expect(answers).toEqual([
      {
        jsonrpc: "2.0",
        id: null,
        error: { code: -32_600, message: `The message is larger than ${MAX_LINE_BYTES} bytes.` },
      },
    ]);
    expect(passed).toContain('"id":8');
  });
});
