import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const suggest = defineCategory("suggest", "Search suggestions", 30 * MINUTE, []);
