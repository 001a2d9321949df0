import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const videos = defineCategory("videos", "Videos", 60 * MINUTE, []);
