import { defineCategory } from "../define.ts";
import { espn } from "./espn/index.ts";
import { jolpicaF1 } from "./jolpica_f1/index.ts";
import { mlb } from "./mlb.ts";
import { openligadb } from "./openligadb/index.ts";
import { thesportsdb } from "./thesportsdb.ts";

const MINUTE = 60_000;

/** Scores change while a match lasts. */
export const sports = defineCategory("sports", "Sports", MINUTE, [thesportsdb, openligadb, jolpicaF1, espn, mlb]);
