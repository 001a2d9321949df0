import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const code = defineCategory("code", "Code", 30 * MINUTE, []);
