import { defineCategory } from "../define.ts";
import { anilist } from "./anilist.ts";

const MINUTE = 60_000;

export const screen = defineCategory("screen", "Film and television", 360 * MINUTE, [anilist]);
