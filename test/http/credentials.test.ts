import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import type { App } from "../../src/http/app-context.ts";
import { defineSource } from "../../src/sources/define.ts";
import { json } from "../../src/sources/kit/readers/json.ts";
import { url } from "../../src/sources/kit/requests/query.ts";
import { get } from "../../src/sources/kit/requests/request.ts";
import { categoriesOf, type Internet, internet, listing, serverFor } from "./support.ts";

let app: App | undefined;
let web: Internet | undefined;
afterEach(async () => {
  await app?.close();
  web?.close();
});

/** A source that is asked for a page's address. */
const about = defineSource({
  id: "about",
  title: "About a page",
  docs: "https://about.example/docs",
  query: url("a page's address", "https://example.com"),
  item: z.object({ title: z.string(), url: z.url(), source: z.string() }),
  read: json({
    pages: ({ url: page }) => get("https://about.example/", { page }),
    body: z.object({ rows: z.array(z.object({ title: z.string(), url: z.string() })) }),
    items: ({ rows }) => rows,
  }),
});

const PAGE = "https://somebody:secret@site.example/";
const WRITTEN = encodeURIComponent(PAGE);

interface Asked {
  readonly url: string;
  readonly payload?: object;
}

const ASKED: readonly Asked[] = [
  { url: `/extract?q=${WRITTEN}` },
  { url: `/crawl?q=${WRITTEN}` },
  { url: `/map?q=${WRITTEN}` },
  { url: `/map?q=somebody:secret%40site.example` },
  { url: `/packages/about?q=${WRITTEN}` },
  { url: `/seo/content?q=${WRITTEN}` },
  { url: `/seo/opengraph?q=${WRITTEN}` },
  { url: `/seo/hreflang?q=${WRITTEN}` },
  { url: `/monitor/track?q=${WRITTEN}` },
  { url: `/r/${PAGE}` },
  { url: "/extract", payload: { urls: [PAGE] } },
  { url: "/crawl", payload: { url: PAGE } },
  { url: "/map", payload: { url: PAGE } },
  { url: "/exa/contents", payload: { urls: [PAGE] } },
  { url: "/openwebui/load", payload: { urls: [PAGE] } },
];

it.each(ASKED)("$url refuses an address that carries credentials", async ({ url, payload }) => {
  web = await internet({});
  app = serverFor(web.gateway, categoriesOf([listing("alpha")], [about]));
  const answer = await app.inject({ url, ...(payload && { method: "POST", payload }) });
  expect(answer.body).toMatch(/carries credentials|forbidden-target/);
  // An answer to several addresses names each as it was given.
  expect(answer.body.replaceAll(PAGE, "")).not.toContain("secret");
  expect(web.asked).toEqual([]);
});
