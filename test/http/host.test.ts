import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { categoriesOf, listening, listing, serverFor } from "./support.ts";

let app: App;
afterEach(() => app.close());

/** The status of a request for `/parsers` under some `Host`; `undefined` sends none, as HTTP/1.0 may. */
async function statusFor(host: string | undefined, environment: Readonly<Record<string, string>> = {}) {
  app = serverFor("http://127.0.0.1:9", categoriesOf([listing("alpha")]), { environment });
  const { port, hostname } = new URL(await listening(app));
  const bytes =
    host === undefined
      ? "GET /parsers HTTP/1.0\r\n\r\n"
      : `GET /parsers HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
  const answer = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
    socket.on("error", reject).on("end", () => resolve(text));
  });
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]), answer };
}

describe("on loopback without keys", () => {
  it.each([
    "localhost",
    "localhost:9093",
    "LOCALHOST.",
    "127.0.0.1:9093",
    "127.8.8.8",
    "[::1]:9093",
    "app.localhost",
    undefined,
  ])("Host %s is answered", async (host) => {
    expect((await statusFor(host)).status).toBe(200);
  });

  it.each([
    "evil.example",
    "evil.example:9093",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "evil.example#localhost",
    "192.168.1.7:9093",
    "[::ffff:127.0.0.1]",
    "0.0.0.0",
    "localhost:80:80",
  ])("Host %s is refused: a page elsewhere may have its name lead here", async (host) => {
    const { status, answer } = await statusFor(host);
    expect(status).toBe(403);
    expect(answer).toContain('"code":"forbidden-target"');
    expect(answer).toContain("ALLOWED_HOSTS");
  });

  it("names that the operator allows are answered", async () => {
    expect((await statusFor("search.example", { ALLOWED_HOSTS: "other.example, Search.example" })).status).toBe(200);
  });
});

it("with keys any Host may come: a page elsewhere has none", async () => {
  const { status, answer } = await statusFor("evil.example", { API_KEYS: "k" });
  expect(status).toBe(401);
  expect(answer).toContain("unauthorized");
});

it("beyond loopback any Host may come", async () => {
  expect((await statusFor("search.example", { HOST: "0.0.0.0" })).status).toBe(200);
});

describe("what changes something, asked by a page", () => {
  const ask = (headers: Readonly<Record<string, string>>, more: Asked = {}) => {
    const {
      environment = {},
      method = "GET",
      url = "/monitor/track?q=https%3A%2F%2Ffeeds.example%2F&reset=true",
    } = more;
    const stateful = listing("seen", { remembers: true });
    app = serverFor("http://127.0.0.1:9", categoriesOf([listing("alpha")], [stateful]), { environment });
    return app.inject({ method, url, headers: { host: "localhost:9093", ...headers } });
  };
  interface Asked {
    readonly environment?: Readonly<Record<string, string>>;
    readonly method?: "GET" | "POST";
    readonly url?: string;
  }

  const CHANGING: readonly Asked[] = [
    {},
    { url: "/monitor/track/llm?q=https%3A%2F%2Ffeeds.example%2F" },
    { url: "/product/intelligence?q=kettle" },
    { url: "/packages/seen?q=a" },
    { method: "POST", url: "/search" },
    { method: "POST", url: "/no-such-path" },
  ];

  const FOREIGN: readonly Readonly<Record<string, string>>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:3000" },
    { origin: "http://localhost:9093.evil.example" },
    // Links, pictures and forms that are sent by GET.
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ];

  it.each(CHANGING.flatMap((asked) => FOREIGN.map((headers) => [asked, headers] as const)))(
    "%j is refused with %j",
    async (asked, headers) => {
      const answer = await ask(headers, asked);
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: "forbidden-target", error: expect.stringContaining("CORS_ORIGINS") });
    },
  );

  it.each<[Readonly<Record<string, string>>, Asked?]>([
    [{}],
    [{ origin: "http://localhost:9093" }],
    [{ origin: "http://LOCALHOST:9093" }],
    // A page without a referrer of our own origin sends null.
    [{ origin: "null", "sec-fetch-site": "same-origin" }],
    // Typed into the address bar.
    [{ "sec-fetch-site": "none" }],
    [{ origin: "https://app.example" }, { environment: { CORS_ORIGINS: "https://app.example/" } }],
    [{ origin: "https://any.example" }, { environment: { CORS_ORIGINS: "*" } }],
    [{ origin: "https://search.example" }, { environment: { ALLOWED_HOSTS: "search.example" } }],
    [{ origin: "https://search.example" }, { environment: { PUBLIC_URL: "https://search.example" } }],
    [{ origin: "https://search.example", "x-forwarded-host": "search.example" }],
    [
      { origin: "https://app.example", "x-api-key": "k" },
      { method: "POST", environment: { API_KEYS: "k" } },
    ],
  ])("%j is answered (%j)", async (headers, asked) => {
    for (const url of asked?.method === "POST" ? ["/search"] : ["/packages/seen?q=a"]) {
      const { statusCode } = await ask(headers, { ...asked, url });
      expect(statusCode).not.toBe(403);
    }
  });

  it("what only reads is answered whichever page asks", async () => {
    expect((await ask({ origin: "https://evil.example" }, { url: "/parsers" })).statusCode).toBe(200);
  });
});
