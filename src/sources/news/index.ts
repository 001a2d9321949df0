import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const news = defineCategory("news", "News", 10 * MINUTE, []);
