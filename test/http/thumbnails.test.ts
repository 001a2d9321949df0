import { of } from "rxjs";
import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { createThumbnails } from "../../src/http/thumbnails.ts";
import { virtualTime } from "../marbles/virtualTime.ts";
import { categoriesOf, type Internet, internet, listing, type Site, serverFor } from "./support.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/** What the picture's host says of its type counts for nothing. */
const sends =
  (body: Buffer | string, status = 200, type = "image/svg+xml"): Site =>
  (_url, response) => {
    response.writeHead(status, { "content-type": type }).end(body);
  };

let net: Internet;
let app: App;
const start = async (sites: Readonly<Record<string, Site>>, environment: Readonly<Record<string, string>> = {}) => {
  net = await internet(sites);
  app = serverFor(net.gateway, categoriesOf([listing("alpha")]), { environment });
};
afterEach(async () => {
  await app.close();
  net.close();
});

const pathOf = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
  const answer = await app.inject({ method: "POST", url: "/thumbnails", payload: { urls: [url] }, headers });
  return answer.json().items[0].path;
};

describe("thumbnails", () => {
  it("are pictures by their first bytes, held, and shown without a key to whoever has the path", async () => {
    await start({ "pictures.example": sends(PNG) }, { API_KEYS: "secret" });
    const url = "https://pictures.example/a.png?b=c&d";
    expect((await app.inject({ method: "POST", url: "/thumbnails", payload: { urls: [url] } })).statusCode).toBe(401);
    const path = await pathOf(url, { authorization: "Bearer secret" });
    const shown = await app.inject(path);
    expect([shown.statusCode, shown.headers["content-type"], shown.rawPayload]).toEqual([200, "image/png", PNG]);
    expect(shown.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
    expect((await app.inject(path)).statusCode).toBe(200);
    expect(net.asked).toEqual([url]);
  });

  it("are no open proxy: another address needs another signature", async () => {
    await start({ "pictures.example": sends(PNG) });
    const path = await pathOf("https://pictures.example/a.png");
    for (const forged of [path.replace("a.png", "b.png"), path.replace(/sig=.*/, "sig=")]) {
      const refused = await app.inject(forged);
      expect([refused.statusCode, refused.json().code]).toEqual([403, "forbidden"]);
    }
    expect(net.asked).toEqual([]);
  });

  it("are nothing else: SVG, pages, what is too large, what is gone, what the guard forbids", async () => {
    await start({
      "svg.example": sends(`<svg xmlns="http://www.w3.org/2000/svg"/>`),
      "page.example": sends("<html>", 200, "image/png"),
      "large.example": sends(Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)])),
      "gone.example": sends("", 404),
    });
    const codeOf = async (url: string) => (await app.inject(await pathOf(url))).json().code;
    expect(await codeOf("https://svg.example/")).toBe("unsupported-type");
    expect(await codeOf("https://page.example/")).toBe("unsupported-type");
    expect(await codeOf("https://large.example/")).toBe("too-large");
    expect(await codeOf("https://gone.example/")).toBe("not-found");
    expect(await codeOf("http://169.254.169.254/latest/")).toBe("forbidden-target");
    const refused = await app.inject({ method: "POST", url: "/thumbnails", payload: { urls: ["javascript:x"] } });
    expect([refused.statusCode, refused.json().code]).toEqual([400, "bad-query"]);
  });

  it("that are on their way are asked for once, and no longer when nobody waits", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const head = { url: "", status: 200, headers: {}, setCookie: [], redirects: [], replayed: false, body: PNG };
      const answer$ = cold("---(a|)", { a: head });
      const thumbnails = createThumbnails(Buffer.alloc(32));
      const upstream = { http: () => answer$ };
      const picture = { type: "image/png", bytes: PNG };
      expectObservable(thumbnails.picture("https://a.example/", upstream), "^-!").toBe("-");
      expectObservable(thumbnails.picture("https://a.example/", upstream), "-^").toBe("---(a|)", { a: picture });
      expectObservable(thumbnails.picture("https://b.example/", { http: () => of(head) })).toBe("(b|)", { b: picture });
      expectSubscriptions(answer$.subscriptions).toBe("^--!");
    }));
});
