import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const images = defineCategory("images", "Images", 60 * MINUTE, []);
