import { defineCategory } from "../define.ts";
import { html_meta } from "./html_meta.ts";
import { screenshot } from "./screenshot.ts";

const MINUTE = 60_000;

export const page = defineCategory("page", "Page analysis", 10 * MINUTE, [html_meta, screenshot]);
