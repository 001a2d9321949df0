import { defineCategory } from "../define.ts";
import { duckduckgo } from "./duckduckgo.ts";

const MINUTE = 60_000;

/** The engines, the default one first. */
export const search = defineCategory("search", "Web search", 30 * MINUTE, [duckduckgo]);
