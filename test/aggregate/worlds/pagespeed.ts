import type { World } from "../support.ts";

export const PATH = "/seo/pagespeed";
export const GOOGLE = "www.googleapis.com";
export const audit = (title: string, savings?: number, value?: number) => ({
  title,
  ...(value !== undefined && { numericValue: value }),
  ...(savings !== undefined && { details: { type: "opportunity", overallSavingsMs: savings } }),
});

/** As the API answers: field values of the page's own visitors, and one run. */
export const MEASURED = {
  analysisUTCTimestamp: "2026-02-03T04:05:06.000Z",
  loadingExperience: {
    metrics: {
      LARGEST_CONTENTFUL_PAINT_MS: { percentile: 3220, category: "AVERAGE" },
      INTERACTION_TO_NEXT_PAINT: { percentile: 198, category: "FAST" },
      CUMULATIVE_LAYOUT_SHIFT_SCORE: { percentile: 2, category: "FAST" },
      FIRST_CONTENTFUL_PAINT_MS: { percentile: 1243, category: "FAST" },
      EXPERIMENTAL_TIME_TO_FIRST_BYTE: { percentile: 1900, category: "SLOW" },
    },
  },
  lighthouseResult: {
    finalDisplayedUrl: "https://shop.example/home",
    fetchTime: "2026-02-03T04:05:00.000Z",
    lighthouseVersion: "13.0.1",
    runWarnings: ["The page was redirected."],
    configSettings: { formFactor: "desktop" },
    categories: { performance: { score: 0.64 }, seo: { score: 1 }, accessibility: { score: 0.825 } },
    audits: {
      "largest-contentful-paint": audit("LCP", undefined, 4100.5),
      "first-contentful-paint": audit("FCP", undefined, 900),
      "cumulative-layout-shift": audit("CLS", undefined, 0.01),
      "total-blocking-time": audit("TBT", undefined, 650),
      "speed-index": audit("Speed Index", undefined, 3500),
      "server-response-time": audit("Server", 0, 25),
      "max-potential-fid": audit("Max FID", undefined, 180),
      "unused-javascript": audit("Reduce unused JavaScript", 130),
      "render-blocking-insight": audit("Render blocking requests", 400),
    },
  },
};

export const WORLD: World = {
  pages: {
    "https://shop.example/": { body: "", status: 301, headers: { location: "https://shop.example/home" } },
    "https://shop.example/home": {
      body: '<!doctype html><html lang="en-GB"><head><title>The shop</title></head><body><p>Kettles</p></body></html>',
      headers: { "cache-control": "max-age=60", server: "nginx" },
    },
  },
  hosts: { [GOOGLE]: () => ({ body: MEASURED }) },
};
