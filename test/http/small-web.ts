import { z } from "zod";
import type { App } from "../../src/http/app-context.ts";
import { type Category, defineCategory, defineSource } from "../../src/sources/define.ts";
import { json } from "../../src/sources/kit/readers/json.ts";
import { get } from "../../src/sources/kit/requests/request.ts";
import { searchText } from "../../src/sources/kit/requests/search.ts";
import type { SourceDefinition } from "../../src/sources/source.ts";
import { type Internet, internet, listening, type Site, says, serverFor } from "./support.ts";

/** A small web on loopback: engines, news, pictures, and the pages that they find. */

const Found = z.object({
  title: z.string(),
  url: z.url(),
  snippet: z.string().optional(),
  publishedAt: z.string().optional(),
  image: z.url().optional(),
});

/** A source that reads `https://<id>.example/?q=…`: `{ rows }`, one page. */
const finder = (id: string): SourceDefinition =>
  defineSource({
    id,
    title: id.toUpperCase(),
    docs: `https://${id}.example/docs`,
    query: searchText("words", "otter"),
    item: Found.extend({ source: z.string() }),
    read: json({
      pages: ({ text: q, region, language, time_range, safe, page }) =>
        page > 1
          ? undefined
          : get(`https://${id.replace("_", "-")}.example/`, { q, region, language, time_range, safe }),
      body: z.object({ rows: z.array(Found) }),
      items: ({ rows }) => rows,
      next: () => null,
    }),
  });

export const finders = (web: readonly string[], news: readonly string[] = [], images: readonly string[] = []) =>
  [
    defineCategory("search", "Web search", 60_000, web.map(finder)),
    defineCategory("news", "News", 60_000, news.map(finder)),
    defineCategory("images", "Images", 60_000, images.map(finder)),
  ] satisfies readonly Category[];

export const rows = {
  otter: {
    title: "The otter",
    url: "https://river.example/otter",
    snippet: "The otter can hold its breath for about eight minutes.",
    publishedAt: "2026-03-01T10:00:00Z",
  },
  food: {
    title: "What otters eat",
    url: "https://river.example/otter/food",
    snippet: "Otters eat eels and crabs, and hold their breath to catch them.",
  },
  gone: {
    title: "An otter page that is gone",
    url: "https://www.lost.example/otter",
    snippet: "How long an otter can hold its breath was told here.",
    publishedAt: "2020-05-05",
  },
};

export const finds = (...found: readonly z.input<typeof Found>[]): Site => says({ rows: found });

const html = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>${body}</article></body></html>`;

const FILLER = [
  "Holts are dug into banks below the roots of old trees and have several ways in, most of them under the water line.",
  "Cubs stay with their mother for about a year and learn to fish in shallow pools before they look for a stream of their own.",
  "Surveys along the coast count tracks in the sand at low tide every spring, and compare them with those of other years.",
  "Bridges with ledges keep animals off the road when the river is in flood, which is when most accidents happen.",
  "Polluted water drove them from most lowland streams in the last century; since then they have come back to many.",
];

const filler = FILLER.map((sentence) => `<p>${sentence} ${sentence.replace("the", "a")}</p>`).join("");

const PAGES: Readonly<Record<string, string>> = {
  "/otter": html(
    "The otter",
    `<p>Few animals of the river are as well known, though hardly anybody sees one: read <a href="/otter/food">what otters eat</a>
     and <a href="https://lake.example/">how lakes differ from rivers</a> to find out where they are.</p>
     ${filler}<p>The otter can hold its breath under water for about eight minutes, and its heart slows down as it dives.</p>
     <img src="/otter.jpg" alt="An otter" width="640" height="480">`,
  ),
  "/otter/food": html(
    "What otters eat",
    `<p>Otters eat eels and crabs, which they catch at night among the stones of the river bed.</p>${filler}`,
  ),
};

/** A page that says who wrote it, when, for which site and about what; no sitemap lists it. */
const SIGNED = html("The otter, signed", filler).replace(
  "</head>",
  `<meta name="author" content="Ada Byron"><meta property="article:published_time" content="2024-03-05">
   <meta property="og:site_name" content="The river"><meta name="description" content="On otters."></head>`,
);

/** Two pages with a sitemap; the first leads to the second and to another host. */
export const river: Site = (url, response) => {
  const page = url.pathname === "/signed" ? SIGNED : PAGES[url.pathname];
  if (url.pathname === "/sitemap.xml") {
    const entries = Object.keys(PAGES).map((path) => `<url><loc>https://river.example${path}</loc></url>`);
    response
      .writeHead(200, { "content-type": "application/xml" })
      .end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</urlset>`);
  } else if (page) response.writeHead(200, { "content-type": "text/html" }).end(page);
  else response.writeHead(404, { "content-type": "text/plain" }).end("Not here");
};

/** One page on another host. */
export const lake: Site = (url, response) => {
  if (url.pathname === "/") response.writeHead(200, { "content-type": "text/html" }).end(html("Lakes", filler));
  else response.writeHead(404).end();
};

/** The river and the lake, a host that never answers, and a server of ours that finds them by one engine. */
export interface SmallWeb {
  readonly net: Internet;
  readonly app: App;
  /** The server's address. */
  readonly url: string;
  /** Questions to `mute.example` that are under way. */
  unanswered(): number;
  close(): Promise<void>;
}

export async function smallWeb(): Promise<SmallWeb> {
  let unanswered = 0;
  const mute: Site = (_url, response) => {
    unanswered += 1;
    response.on("close", () => {
      unanswered -= 1;
    });
  };
  const net = await internet({ "river.example": river, "lake.example": lake, "mute.example": mute });
  const app = serverFor(net.gateway, finders(["alpha"]));
  return {
    net,
    app,
    url: await listening(app),
    unanswered: () => unanswered,
    close: async () => {
      await app.close();
      net.close();
    },
  };
}
