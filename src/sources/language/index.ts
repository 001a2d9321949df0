import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const language = defineCategory("language", "Language", 1440 * MINUTE, []);
