import { join } from "node:path";
import { load } from "cheerio";
import { parseHTML } from "linkedom";
import { parse } from "parse5";
import { lastValueFrom, toArray } from "rxjs";
import { loadRecordings, type Recording } from "../src/replay/recordings.ts";
import { runSource } from "../src/sources/run.ts";
import { search } from "../src/sources/search/index.ts";
import type { Source } from "../src/sources/source.ts";
import { replayUpstream } from "../test/support/replay-upstream.ts";

/*
 * Recorded results pages, read whole by each engine's own reader (parse, rows, items, checks; no network), beside what
 * others need for the parse alone, and cheerio for the parse and the same rows. Milliseconds a page, the median of ROUNDS
 * after warm-up. The reader must be four times as fast as linkedom's parse, over all pages.
 */
const RECORDINGS = join(import.meta.dirname, "../../shared/recordings");
const WARM_UP = 5;
const ROUNDS = 21;
const AT_LEAST = 4;
const NOW = Date.parse("2026-06-21T12:00:00Z");
