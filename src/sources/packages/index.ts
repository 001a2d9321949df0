import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const packages = defineCategory("packages", "Packages", 60 * MINUTE, []);
