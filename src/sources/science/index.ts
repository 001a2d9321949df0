import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const science = defineCategory("science", "Science", 360 * MINUTE, []);
