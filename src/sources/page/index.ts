import { defineCategory } from "../define.ts";
import { headings } from "./headings.ts";
import { html_meta } from "./html_meta.ts";
import { links } from "./links.ts";
import { opengraph } from "./opengraph/index.ts";
import { screenshot } from "./screenshot.ts";

const MINUTE = 60_000;

export const page = defineCategory("page", "Page analysis", 10 * MINUTE, [
  html_meta,
  opengraph,
  headings,
  links,
  screenshot,
]);
