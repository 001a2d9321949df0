import { defineCategory } from "../define.ts";
import { dvf } from "./dvf/index.ts";

const MINUTE = 60_000;

export const french = defineCategory("french", "French open data", 1440 * MINUTE, [dvf]);
