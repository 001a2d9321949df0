import type { Capture, Robots, SitemapEntry } from "./read.ts";

const isWebAddress = (address: string): boolean => /^https?:$/.test(URL.parse(address)?.protocol ?? "");

/** Robots take a file that answers so for one that forbids everything. */
const isFailure = (status: number): boolean => status === 429 || status >= 500;

const botsIn = (bots: Readonly<Record<string, "allowed" | "disallowed">>) =>
  Object.entries(bots).map(([agent, says]) => ({ agent, allowed: says === "allowed" }));

/** What robots.txt says. */
export function robotsOf({ summary }: Robots) {
  if (!summary) return undefined;
  return {
    present: summary.exists,
    valid: summary.exists ? summary.valid : undefined,
    status: summary.status,
    problems: summary.problems,
    // What a failed file means to robots is no rule that somebody wrote.
    blocks_all: isFailure(summary.status) ? undefined : summary.blocksAll,
    blocks_home: isFailure(summary.status) ? undefined : summary.blocksHome,
    search_bots: isFailure(summary.status) ? undefined : botsIn(summary.searchBots),
    sitemaps: summary.sitemaps.filter(isWebAddress),
    ai_bots: isFailure(summary.status) ? [] : botsIn(summary.aiBots),
  };
}

/** The newest of dates of one form. */
const newest = (dates: readonly (string | undefined)[]): string | undefined =>
  dates.reduce((one, other) => (one === undefined || (other !== undefined && other > one) ? other : one), undefined);

/** The site's sitemaps: of each file what its first entry tells; `refusal` is why there is none. */
export function sitemapOf(
  entries: readonly SitemapEntry[],
  robots: ReturnType<typeof robotsOf>,
  refusal: string | undefined,
) {
  const named_in_robots = robots && robots.sitemaps.length > 0;
  if (refusal !== undefined) return { present: false, problems: [refusal], named_in_robots };
  const files = entries.flatMap(({ summary }) => summary ?? []);
  const indexes = files.some(({ format }) => format === "sitemapindex");
  const problems = entries.flatMap(({ warnings }) => warnings ?? []);
  return {
    present: true,
    valid: files.every(({ wellFormed }) => wellFormed) && problems.length === 0,
    urls: indexes ? undefined : files.reduce((sum, file) => sum + file.entries, 0),
    last_modified: newest(files.map(({ lastModified }) => lastModified)),
    problems,
    named_in_robots,
  };
}

/** When public archives last came by; absent where neither has the site. */
export function archiveOf(wayback: readonly Capture[] | undefined, commoncrawl: readonly Capture[] | undefined) {
  const latest = (captures: readonly Capture[] | undefined) =>
    captures?.reduce<Capture | undefined>(
      (one, other) => ((other.timestamp ?? "") > (one?.timestamp ?? "") ? other : one),
      undefined,
    );
  const [web, crawl] = [latest(wayback), latest(commoncrawl)];
  return {
    last_crawl: newest([web?.timestamp, crawl?.timestamp]),
    wayback_last: web?.timestamp,
    wayback_url: web?.url,
    commoncrawl_last: crawl?.timestamp,
    commoncrawl_index: crawl && "crawl" in crawl ? crawl.crawl : undefined,
  };
}
