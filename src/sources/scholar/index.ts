import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const scholar = defineCategory("scholar", "Scholarly works", 360 * MINUTE, []);
