import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const feed = defineCategory("feed", "Feeds", 10 * MINUTE, []);
