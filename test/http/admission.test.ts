import { NEVER, of } from "rxjs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Admission, createAdmission } from "../../src/admission/admission.ts";
import { CLASS_LIMITS } from "../../src/admission/classes.ts";
import { clientOf, keyDigestOf } from "../../src/admission/client.ts";
import { readConfig } from "../../src/config.ts";
import type { App } from "../../src/http/app-context.ts";
import { listed } from "../../src/sources/listing.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { serve } from "../mcp/support.ts";
import { categoriesOf, type Internet, internet, listing, serverFor } from "./support.ts";

let net: Internet;
let app: App;
let admission: Admission;
/** Whether the engine answers, and who is told that it was asked. */
let answering: boolean;
let arrived: () => void;

const categories = categoriesOf([listing("alpha")]);
const one = { most: 1, waiting: 0, deadlineMs: 5_000 };

beforeEach(async () => {
  answering = false;
  arrived = () => undefined;
  admission = createAdmission({ limits: { ...CLASS_LIMITS, search: one, model: one, extract: one } });
  net = await internet({
    "alpha.example": (_url, response) => {
      arrived();
      if (!answering) return;
      const rows = [{ title: "Otter", url: "https://otter.example/" }];
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ rows, last: true }));
    },
  });
  app = serverFor(net.gateway, categories, { admission });
});

afterEach(async () => {
  await app.close();
  net.close();
});

/** A search of somebody else's is under way until it is let go. */
function occupied(): () => void {
  const search = NEVER.pipe(admission.admitted("search", { id: "somebody", weight: 1 })).subscribe();
  return () => search.unsubscribe();
}

describe("a class that has no room", () => {
  it("refuses at once, in the common shape, with Retry-After; what is light and other classes are answered", async () => {
    const letGo = occupied();
    const refused = await app.inject("/search?q=second");
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "1"]);
    expect(refused.json()).toMatchObject({ success: false, code: "overloaded", request_id: expect.any(String) });
    expect((await app.inject("/health")).statusCode).toBe(200);
    expect((await app.inject("/parsers")).statusCode).toBe(200);
    expect(admission.queues.get("search")?.()).toMatchObject({ running: 1, waiting: 0, shed: 1 });
    letGo();
    answering = true;
    expect((await app.inject("/search?q=first")).json().items).toHaveLength(1);
    // What is held already needs no room.
    const again = occupied();
    expect((await app.inject("/search?q=first")).statusCode).toBe(200);
    again();
  });

  it("refuses a stream before its first event, and each face in its own form", async () => {
    const letGo = occupied();
    const stream = await app.inject({ url: "/search?q=second", headers: { accept: "text/event-stream" } });
    expect([stream.statusCode, stream.headers["retry-after"]]).toEqual([503, "1"]);
    const post = await app.inject({ method: "POST", url: "/search", payload: { query: "second" } });
    expect([post.statusCode, post.json().detail.error]).toEqual([503, expect.stringContaining("as it can answer")]);
    const exa = await app.inject({ method: "POST", url: "/exa/search", payload: { query: "second" } });
    expect([exa.statusCode, exa.headers["retry-after"]]).toEqual([503, "1"]);
    expect(exa.json().error).toContain("as it can answer");
    const searxng = await app.inject("/searxng/search?q=second&format=json");
    expect([searxng.statusCode, searxng.headers["retry-after"]]).toEqual([503, "1"]);
    letGo();
  });

  it("refuses a tool's call with its code, and shares its room with the other face", async () => {
    const letGo = occupied();
    const config = readConfig({ UPSTREAM_GATEWAY: net.gateway, TRIBUTARY_NO_PACE: "true", LOG_LEVEL: "silent" });
    const upstream = createUpstream(config, { resolve: () => of(["93.184.216.34"]) });
    const served = await serve(upstream, { categories: categories.map(listed), admission });
    const call = { name: "web_search", arguments: { query: "second" } };
    const answer = await fetch(served.url, {
      method: "POST",
      // Nobody says who they are: the header is the service's own.
      headers: { "content-type": "application/json", "x-tributary-client": "nobody" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
    });
    const { result } = JSON.parse(await answer.text());
    expect(result).toMatchObject({ isError: true, _meta: { "tributary/code": "overloaded" } });
    expect(result.content[0].text).toMatch(/^The service has as many requests .* Ask again in 1 second\.$/);
    letGo();
    served.close();
    await upstream.close();
  });

  it("gives its room back when a client hangs up", async () => {
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    const asked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const hangUp = new AbortController();
    const left = fetch(`${url}/search?q=first`, { signal: hangUp.signal }).catch(() => "left");
    await asked;
    expect(admission.queues.get("search")?.()?.running).toBe(1);
    hangUp.abort();
    expect(await left).toBe("left");
    await expect.poll(() => admission.queues.get("search")?.()?.running).toBe(0);
  });
});

describe("who asks", () => {
  it("is a key's digest, else an address, of IPv6 its network", () => {
    const digest = keyDigestOf("secret");
    expect(digest).not.toContain("secret");
    expect(clientOf(digest, "192.0.2.1", () => 3)).toEqual({ id: `key ${digest}`, weight: 3 });
    expect(clientOf("", "192.0.2.1", () => 3)).toEqual({ id: "192.0.2.1", weight: 1 });
    expect(clientOf("", "::ffff:192.0.2.1").id).toBe("192.0.2.1");
    expect(clientOf("", "2001:db8:0:1::7").id).toBe("2001:db8:0:1::/64");
    expect(clientOf("", "2001:db8:0:1:aaaa:bbbb:cccc:dddd").id).toBe("2001:db8:0:1::/64");
    expect(clientOf("", "::1").id).toBe("0:0:0:0::/64");
    expect(clientOf("").id).toBe("");
  });
});
