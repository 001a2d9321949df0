import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const french = defineCategory("french", "French open data", 1440 * MINUTE, []);
