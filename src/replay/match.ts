import type { Recording } from "./recordings.ts";

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly body?: string | undefined;
}

/**
 * The recording that answers a request best: the very same request; else of the same host the one whose path is most alike,
 * one with results before one without, then by method, parameters and number of items. Undefined when no recording is of
 * that host.
 */
export function bestMatch<R extends Recording>(recordings: readonly R[], asked: Asked): R | undefined {
  let best: R | undefined;
  let bestScore = 0;
  for (const recording of recordings) {
    const score = likeness(recording, asked);
    if (score > bestScore) {
      best = recording;
      bestScore = score;
    }
  }
  return best;
}

/**
 * The recording that answers a request and nothing else: the very same address, or the same path asked in the words that
 * `wordsOf` says it was recorded with. Undefined where there is none, rather than one of a foreign question.
 */
export function fittingMatch<R extends Recording>(
  recordings: readonly R[],
  asked: Asked,
  wordsOf: (recording: R) => string,
): R | undefined {
  const theirs = URL.parse(asked.url);
  const said = wordsIn(`${theirs?.search.slice(1) ?? ""}&${asked.body ?? ""}`);
  return bestMatch(
    recordings.filter((recording) => {
      const mine = URL.parse(recording.meta.url);
      if (!mine || !theirs || mine.host !== theirs.host || mine.pathname !== theirs.pathname) return false;
      if (asked.method === "GET" && mine.search === theirs.search) return true;
      const words = wordsIn(wordsOf(recording));
      return words.size > 0 && [...words].every((word) => said.has(word));
    }),
    asked,
  );
}

/** The words of a query or a form, decoded. */
function wordsIn(text: string): Set<string> {
  const spaced = text.replace(/\+|%20/g, " ").replace(/%(?:[0-9a-f]{2})/gi, (byte) => {
    const code = Number.parseInt(byte.slice(1), 16);
    return code < 128 ? String.fromCharCode(code) : byte;
  });
  return new Set(spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** 0: another host. The weights keep the order of the criteria for up to 99 parameters. */
export function likeness({ meta }: Recording, asked: Asked): number {
  const mine = URL.parse(meta.url);
  const theirs = URL.parse(asked.url);
  if (!mine || !theirs || bareHost(mine) !== bareHost(theirs)) return 0;
  if (meta.url === asked.url && meta.method === asked.method && sameBody(meta.requestBody, asked.body))
    return 1e9 + richness(meta.expect.minItems, meta.status);
  const found = meta.status < 400 && (meta.expect.minItems ?? 1) > 0 ? 1 : 0;
  const method = meta.method === asked.method ? 1 : 0;
  return (
    1 +
    1e6 * pathLikeness(mine, theirs) +
    1e5 * found +
    5e4 * method +
    1e2 * sharedParams(mine, theirs, asked.body) +
    richness(meta.expect.minItems, meta.status)
  );
}

const bareHost = (url: URL): string => url.hostname.replace(/^www\./, "");

const richness = (minItems: number | undefined, status: number): number =>
  status >= 400 ? 0 : Math.min(50, minItems ?? 1) + 1;

/** Equal segments from either end, less the difference in length. */
function pathLikeness(a: URL, b: URL): number {
  const [as, bs] = [a.pathname.split("/"), b.pathname.split("/")];
  const equal = as.filter((segment, i) => segment === bs[i]).length;
  return Math.max(0, 20 + equal - Math.abs(as.length - bs.length) - (as.length - equal));
}

function sharedParams(a: URL, b: URL, body: string | undefined): number {
  const asked = new URLSearchParams(`${b.search.slice(1)}&${body?.startsWith("{") ? "" : (body ?? "")}`);
  let shared = 0;
  for (const [name, value] of a.searchParams) shared += asked.get(name) === value ? 2 : asked.has(name) ? 1 : 0;
  return Math.min(99, shared);
}

/** Whether a body is the recorded one; a recording that kept none of a request that had one tells nothing. */
function sameBody(recorded: unknown, asked: string | undefined): boolean {
  if (recorded === undefined || recorded === null || recorded === "") return !asked;
  const text = typeof recorded === "string" ? recorded : JSON.stringify(recorded);
  return normal(text) === normal(asked ?? "");
}

function normal(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body.replace(/\s+/g, " ").trim();
  }
}
