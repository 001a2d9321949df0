import { createSocket } from "node:dgram";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { decode, encode } from "dns-packet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Running, tributary } from "./processes.ts";

/** Names of the fake DNS; it knows no others. */
const NAMES: Readonly<Record<string, string>> = {
  "public.example": "93.184.216.34",
  "inside.example": "10.1.2.3",
  "loopback.example": "127.0.0.1",
  "metadata.example": "169.254.169.254",
};

const dns = createSocket("udp4");
const asked = new Set<string>();
let gateway: HttpServer;
let direct: Running;
let gated: Running;

beforeAll(async () => {
  dns.on("message", (packet, { port, address }) => {
    const { id, questions } = decode(packet);
    const answers = (questions ?? []).flatMap(({ type, name }) => {
      const data = NAMES[name.toLowerCase()];
      return type === "A" && data ? [{ type, name, data, ttl: 60 } as const] : [];
    });
    const known = (questions ?? []).every(({ name }) => name.toLowerCase() in NAMES);
    const flags = 0x180 | (known ? 0 : 3);
    dns.send(encode({ type: "response", id: id ?? 0, flags, questions: questions ?? [], answers }), port, address);
  });
  await new Promise<void>((bound) => dns.bind(0, "127.0.0.1", bound));
  gateway = createServer((request, response) => {
    const url = new URL(String(request.headers["x-upstream-url"]));
    asked.add(url.href);
    const to = url.searchParams.get("to");
    if (to) response.writeHead(302, { location: to }).end();
    else response.writeHead(200, { "content-type": "text/html" }).end("<h1>reached</h1>");
  });
  await new Promise<void>((bound) => gateway.listen(0, "127.0.0.1", bound));
  const environment = { DNS_SERVER: `127.0.0.1:${dns.address().port}` };
  const { port } = gateway.address() as AddressInfo;
  [direct, gated] = await Promise.all([
    tributary(["serve"], environment),
    tributary(["serve"], { ...environment, UPSTREAM_GATEWAY: `http://127.0.0.1:${port}` }),
  ]);
});

afterAll(async () => {
  await Promise.all([direct.stop(), gated.stop()]);
  dns.close();
  gateway.close();
});

async function refusal({ url }: Running, path: string, target: string) {
  const response = await fetch(`${url}${path}?q=${encodeURIComponent(target)}`);
  return { status: response.status, body: await response.json() };
}

const FORBIDDEN = {
  status: 403,
  body: {
    success: false,
    code: "forbidden-target",
    error: expect.stringMatching(/\S+.*\.$/),
    request_id: expect.any(String),
  },
};

const TARGETS = {
  loopback: "http://127.0.0.1:80/",
  "loopback as one number": "http://2130706433/",
  "loopback in octal": "http://0177.0.0.1/",
  "loopback in short": "http://127.1/",
  "localhost by name": "http://localhost/",
  "a name below localhost": "http://a.localhost/",
  "this host": "http://0.0.0.0/",
  "a private network": "http://10.0.0.1/",
  "another private network": "http://172.16.5.4/",
  "a home network": "http://192.168.1.1/",
  "link-local": "http://169.254.10.10/",
  metadata: "http://169.254.169.254/latest/meta-data/",
  "metadata by name": "http://metadata.google.internal/",
  "carrier-grade NAT": "http://100.64.0.1/",
  multicast: "http://224.0.0.1/",
  "loopback in IPv6": "http://[::1]/",
  "IPv4 in IPv6 clothes": "http://[::ffff:127.0.0.1]/",
  "IPv4 behind NAT64": "http://[64:ff9b::7f00:1]/",
  "a unique local address": "http://[fd00::1]/",
  "link-local in IPv6": "http://[fe80::1]/",
  "an odd port": "http://public.example:22/",
  "another scheme": "ftp://public.example/",
  "a name of a private address": "http://inside.example/",
  "a name of loopback": "http://loopback.example/",
  "a name of the metadata address": "http://metadata.example/",
};

describe.each([
  ["without a gateway", () => direct],
  ["with a gateway", () => gated],
] as const)("a forbidden target, %s", (_how, service) => {
  it.each(Object.entries(TARGETS))("%s: %s", async (_what, target) => {
    expect(await refusal(service(), "/extract", target)).toEqual(FORBIDDEN);
  });
});

describe("a public page that redirects", () => {
  it.each([
    "http://127.0.0.1/secret",
    "http://inside.example/secret",
    "http://[::1]/secret",
    "http://169.254.169.254/secret",
  ])("to %s is not followed", async (to) => {
    const target = `http://public.example/?to=${encodeURIComponent(to)}`;
    expect(await refusal(gated, "/extract", target)).toEqual(FORBIDDEN);
    expect(asked).toContain(target);
  });

  it("to a public page is followed", async () => {
    const { status } = await refusal(gated, "/extract", "http://public.example/?to=http://public.example/there");
    expect(status).toBe(200);
    expect(asked).toContain("http://public.example/there");
  });
});

it("nothing forbidden was asked for", () => {
  expect([...asked].map((url) => new URL(url).hostname)).toEqual([...asked].map(() => "public.example"));
});

it.each(["/page/html_meta", "/feed/rss", "/feed/podcast", "/feed/page_changes"])("%s is guarded too", async (path) => {
  expect(await refusal(direct, path, "http://inside.example/")).toEqual(FORBIDDEN);
});

it("a file of this machine is refused", async () => {
  expect(await refusal(direct, "/extract", "file:///etc/passwd")).toEqual(FORBIDDEN);
});
