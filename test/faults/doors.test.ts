import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { firstValueFrom, lastValueFrom, NEVER, of, toArray } from "rxjs";
import { afterEach, describe, expect, test } from "vitest";
import { openPageMemory } from "../../src/reading/seen-pages/store.ts";
import { runSource } from "../../src/sources/run.ts";
import { createCache } from "../../src/upstream/cache.ts";
import { type CacheEntry, memoryStore } from "../../src/upstream/cache-store.ts";
import { createDns } from "../../src/upstream/dns.ts";
import { createGuard } from "../../src/upstream/guard.ts";
import { redisStore } from "../../src/upstream/redis-store.ts";
import { addressOfArpaName } from "../../src/upstream/reverse-dns.ts";
import { listing } from "../http/support.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { eventually } from "../support/until.ts";
import { door, loopback, says } from "../upstream/loopback.ts";

describe("an upstream of our own choice that redirects", () => {
  /** Names of the test's own internet, all of them this machine. */
  const names = { resolve: () => of(["127.0.0.1"]) };

  test("to another host does not lead past the guard", async () => {
    await using inner = await loopback(says("secret"));
    const elsewhere = (location: string) => loopback(says("", { location }, 302));
    for (const target of [
      `http://inner.example:${inner.port}/`,
      `http://localhost:${inner.port}/`,
      "http://169.254.169.254/",
    ]) {
      await using fixed = await elsewhere(target);
      await using http = door({}, names);
      const asked = http.http({ url: `http://api.example:${fixed.port}/` });
      await expect(firstValueFrom(asked)).rejects.toMatchObject({ kind: "forbidden-target" });
    }
    expect(inner.connections()).toBe(0);
  });

  test("within its own host goes on", async () => {
    await using other = await loopback(says("moved"));
    await using fixed = await loopback(says("", { location: `http://API.example:${other.port}/` }, 302));
    await using http = door({}, names);
    const { status, body } = await firstValueFrom(http.http({ url: `http://api.example:${fixed.port}/` }));
    expect([status, Buffer.from(body).toString()]).toEqual([200, "moved"]);
  });

  test("to another host is looked at before the gateway is asked", async () => {
    let asked = 0;
    await using gateway = await loopback((_request, response) => {
      asked += 1;
      response.writeHead(302, { location: "http://192.168.1.1/" }).end();
    });
    await using http = door({ UPSTREAM_GATEWAY: gateway.url }, names);
    const answer$ = http.http({ url: "http://api.example/" });
    await expect(firstValueFrom(answer$)).rejects.toMatchObject({ kind: "forbidden-target" });
    expect(asked).toBe(1);
  });
});

describe("the inner network's names", () => {
  const dns = createDns(
    { DNS_SERVER: "127.0.0.1:9" },
    createGuard({ ALLOW_PRIVATE_NETWORKS: [] }, () => NEVER),
    50,
  );

  test.each([
    "db.internal",
    "nas.local",
    "localhost",
    "metadata.google.internal",
    "_dmarc.intranet.corp",
    "1.0.0.10.in-addr.arpa",
    "168.192.in-addr.arpa",
    "1.0.0.127.IN-ADDR.ARPA.",
    `1.${"0.".repeat(31)}ip6.arpa`,
    "d.f.ip6.arpa",
  ])("%s is not asked for", async (name) => {
    await expect(firstValueFrom(dns(name, "PTR"))).rejects.toMatchObject({ kind: "forbidden-target" });
  });

  test.each(["example.com", "8.8.8.8.in-addr.arpa", "corp.example", "in-addr.arpa"])("%s is", async (name) => {
    await expect(firstValueFrom(dns(name, "PTR"))).rejects.not.toMatchObject({ kind: "forbidden-target" });
  });

  test("a reverse name is the address that it asks back", () => {
    expect(addressOfArpaName("8.b.d.0.1.0.0.2.ip6.arpa")).toBe("2001:0db8:0000:0000:0000:0000:0000:0000");
    expect(addressOfArpaName("4.3.2.1.in-addr.arpa")).toBe("1.2.3.4");
    expect(["x.1.in-addr.arpa", "1.2.3.4.5.in-addr.arpa", "example.com"].map(addressOfArpaName)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("a broken pages.sqlite", () => {
  const folders: string[] = [];
  const folder = (): string => {
    const made = mkdtempSync(join(tmpdir(), "tributary-pages-"));
    folders.push(made);
    return made;
  };
  afterEach(() => {
    for (const made of folders.splice(0)) rmSync(made, { recursive: true });
  });
  const seen = {
    title: "T",
    text: "text",
    hash: "h",
    seenAt: "2026-01-01T00:00:00.000Z",
    etag: null,
    lastModified: null,
  };

  test.each([
    ["that is no database", (path: string) => writeFileSync(path, "garbage ".repeat(1_000))],
    [
      "with other tables",
      (path: string) => {
        const other = new DatabaseSync(path);
        other.exec("CREATE TABLE page_seen (url TEXT)");
        other.close();
      },
    ],
  ])("%s is set aside, and the memory works", (_what, breaking) => {
    const data = folder();
    breaking(join(data, "pages.sqlite"));
    const memory = openPageMemory(data);
    expect(memory.recall("https://a.example/", "")).toBeUndefined();
    memory.keep("https://a.example/", "", seen);
    expect(memory.recall("https://a.example/", "")).toEqual(seen);
    memory.close();
    expect(existsSync(join(data, "pages.sqlite.broken"))).toBe(true);
  });

  test("that breaks while it is open is too", () => {
    const data = folder();
    const first = openPageMemory(data);
    for (let nth = 0; nth < 200; nth += 1)
      first.keep(`https://a.example/${nth}`, "", { ...seen, text: "x".repeat(500) });
    first.close();
    const memory = openPageMemory(data);
    expect(memory.recall("https://a.example/1", "")).toBeDefined();
    writeFileSync(join(data, "pages.sqlite"), Buffer.alloc(200_000, 0x7f));
    memory.keep("https://b.example/", "", seen);
    expect(memory.recall("https://b.example/", "")).toEqual(seen);
    memory.close();
  });

  test("a row that does not fit is a page not seen yet", () => {
    const data = folder();
    openPageMemory(data).keep("https://a.example/", "", seen);
    const other = new DatabaseSync(join(data, "pages.sqlite"));
    other.exec("UPDATE page_seen SET text = x'00ff'");
    other.close();
    expect(openPageMemory(data).recall("https://a.example/", "")).toBeUndefined();
  });
});

describe("a held value that cannot be read", () => {
  const policy = { key: "k", ttlMs: 60_000, refresh: false };
  const broken: CacheEntry = { text: '{"items":[', at: Date.now(), ttlMs: 60_000 };

  test("is a miss, and is replaced", async () => {
    const store = memoryStore(1_000_000);
    store.set("k", broken, 60_000);
    const cache = createCache(store);
    expect(await firstValueFrom(cache.through(policy, of("new")))).toBe("new");
    expect(await firstValueFrom(cache.through(policy, NEVER))).toBe("new");
  });

  test.each([
    ["no JSON", "garbage"],
    ["no entry", '{"text":1}'],
    ["an entry whose text is broken", JSON.stringify(broken)],
    ["an entry whose text is another's", JSON.stringify({ ...broken, text: "null", sum: "0123456789abcdef" })],
  ])("in Redis is a miss (%s), and says nothing of Redis", async (_what, stored) => {
    await using redis = await fakeRedis(stored);
    const said: string[] = [];
    const store = redisStore(redis.url, memoryStore(1_000_000), (message) => said.push(message));
    expect(await eventually(() => store.connected())).toBe(true);
    expect(await firstValueFrom(createCache(store).through(policy, of("new")))).toBe("new");
    expect([said, redis.gets()]).toEqual([[], 1]);
    store.close();
  });
});

describe("a held value of another shape", () => {
  test.each(["null", "5", '"text"', "{}", '{"items":5}', '{"items":[null]}', "[null]", "[5]"])(
    "(%s) is a miss: the source is asked",
    async (text) => {
      const sum = createHash("sha256").update(text).digest("hex").slice(0, 16);
      await using redis = await fakeRedis(JSON.stringify({ text, at: Date.now(), ttlMs: 600_000, sum }));
      const store = redisStore(redis.url, memoryStore(1_000_000), () => {});
      expect(await eventually(() => store.connected())).toBe(true);
      const response = {
        url: "https://alpha.example/",
        status: 200,
        headers: { "content-type": "application/json" },
        setCookie: [],
        redirects: [],
        replayed: true,
        body: Buffer.from(JSON.stringify({ rows: [{ title: "a", url: "https://a.example/" }] })),
      };
      const upstream = { ...replayUpstream(() => undefined), http: () => of(response), cache: createCache(store) };
      const source = { ...listing("alpha"), category: "code", ttlMs: 600_000 };
      const ask = { q: "a", pagecount: 1, noCache: false, options: {} };
      const items = await lastValueFrom(runSource(source, ask, { upstream, keys: {} }).pipe(toArray()));
      expect(items).toMatchObject([{ title: "a" }]);
      store.close();
    },
  );
});

/** Speaks as much of Redis' protocol as the client needs; every key holds `value`. */
async function fakeRedis(value: string): Promise<AsyncDisposable & { readonly url: string; gets(): number }> {
  let gets = 0;
  const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
  const server = createServer((socket) => {
    socket.setEncoding("utf8").on("error", () => {});
    socket.on("data", (commands: string) => {
      for (const [, name = ""] of commands.matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        if (name.toLowerCase() === "get") {
          gets += 1;
          socket.write(bulk(value));
        } else socket.write(name.toLowerCase() === "info" ? bulk("redis_version:7.0.0\r\nloading:0") : "+OK\r\n");
      }
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    gets: () => gets,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}
