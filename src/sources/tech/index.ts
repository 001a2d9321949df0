import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const tech = defineCategory("tech", "Technology news", 10 * MINUTE, []);
