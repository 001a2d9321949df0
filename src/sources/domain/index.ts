import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const domain = defineCategory("domain", "Domains", 30 * MINUTE, []);
