import { defineCategory } from "../define.ts";
import { cms } from "./cms/index.ts";
import { headings } from "./headings.ts";
import { hreflang } from "./hreflang/index.ts";
import { html_meta } from "./html_meta.ts";
import { http_headers } from "./http_headers/index.ts";
import { links } from "./links.ts";
import { opengraph } from "./opengraph/index.ts";
import { pagespeed } from "./pagespeed/index.ts";
import { readability } from "./readability/index.ts";
import { robots_txt } from "./robots_txt/index.ts";
import { screenshot } from "./screenshot.ts";
import { sitemap } from "./sitemap/index.ts";
import { structured_data } from "./structured_data/index.ts";

const MINUTE = 60_000;

export const page = defineCategory("page", "Page analysis", 10 * MINUTE, [
  html_meta,
  opengraph,
  structured_data,
  hreflang,
  headings,
  links,
  readability,
  robots_txt,
  sitemap,
  http_headers,
  cms,
  pagespeed,
  screenshot,
]);
