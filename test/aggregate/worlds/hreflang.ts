import type { World } from "../support.ts";

export const PATH = "/seo/hreflang";
export const page = (lang: string, links: string) =>
  `<!doctype html><html lang="${lang}"><head><title>T</title>${links}</head><body></body></html>`;
export const link = (code: string, href: string) => `<link rel="alternate" hreflang="${code}" href="${href}">`;

export const WORLD: World = {
  pages: {
    "https://shop.example/en": {
      body: page(
        "de",
        `<link rel="canonical" href="https://shop.example/other">${link("en", "https://shop.example/en")}${link("fr-CA", "/fr-ca")}${link("en-UK", "https://shop.example/uk")}${link("nl", "https://shop.example/nl")}${link("nl", "https://shop.example/nl")}`,
      ),
    },
    "https://shop.example/fr-ca": { body: page("fr-CA", link("en", "https://shop.example/en")) },
    "https://shop.example/uk": { body: page("en", "") },
    "https://good.example/": {
      body: page("en", link("en", "https://good.example/") + link("x-default", "https://good.example/")),
    },
    "https://bare.example/": { body: page("en", "") },
    "https://shop.example/robots.txt": {
      body: "Sitemap: https://shop.example/map.xml\n",
      headers: { "content-type": "text/plain" },
    },
    "https://shop.example/map.xml": {
      body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>https://shop.example/elsewhere</loc></url>
<url><loc>https://shop.example/en</loc><xhtml:link rel="alternate" hreflang="sv" href="https://shop.example/sv"/></url></urlset>`,
      headers: { "content-type": "application/xml" },
    },
  },
};
