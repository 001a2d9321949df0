import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const screen = defineCategory("screen", "Film and television", 360 * MINUTE, []);
