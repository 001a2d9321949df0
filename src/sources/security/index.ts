import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const security = defineCategory("security", "Security", 30 * MINUTE, []);
