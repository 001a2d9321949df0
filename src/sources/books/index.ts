import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const books = defineCategory("books", "Books", 360 * MINUTE, []);
