import type { World } from "../support.ts";

export const PATH = "/seo/robots-txt";

export const FILE = `User-agent: *
Disallow: /cart
Allow: /cart/help$
Crawl-delay: 2

User-agent: GPTBot
User-agent: CCBot
Disallow: /

Sitemap: https://shop.example/one.xml
Sitemap: /two.xml
Background: blue
`;

const sitemapOf = (...urls: readonly string[]): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => `<url><loc>${url}</loc><lastmod>2026-02-03</lastmod></url>`)
    .join("")}</urlset>`;

const PAGE = {
  body: `<html><head><title>Help</title><meta name="robots" content="noindex"></head><body>Help</body></html>`,
  headers: { "content-type": "text/html", "x-robots-tag": "noarchive" },
};

export const WORLD: World = {
  pages: {
    "https://shop.example/robots.txt": { body: FILE, headers: { "content-type": "text/plain" } },
    "https://shop.example/one.xml": {
      body: sitemapOf("https://shop.example/a", "https://shop.example/b"),
      headers: { "content-type": "application/xml" },
    },
    "https://shop.example/cart/help": PAGE,
    "http://shop.example/cart/help": PAGE,
  },
};
export const Q = { q: "https://shop.example/cart/help" };
