import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const page = defineCategory("page", "Page analysis", 10 * MINUTE, []);
