import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const community = defineCategory("community", "Communities", 15 * MINUTE, []);
