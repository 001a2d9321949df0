import { EMPTY, forkJoin, map, type Observable, of, switchMap, throwError } from "rxjs";
import type { bluesky } from "../../../sources/community/bluesky.ts";
import type { lemmy } from "../../../sources/community/lemmy.ts";
import type { reddit } from "../../../sources/community/reddit.ts";
import type { hackernews } from "../../../sources/tech/hackernews.ts";
import type { lobsters } from "../../../sources/tech/lobsters.ts";
import type { Gathered } from "../../settled-result.ts";
import type { SourceClient } from "../../source-client.ts";
import type { Network, Post } from "./shares.ts";

/** The networks that can be asked for a page, by source; spread among an analysis' sources. */
export const NETWORKS = {
  hackernews: "enriching",
  reddit: "enriching",
  lemmy: "enriching",
  lobsters: "enriching",
  bluesky: "enriching",
} as const;

type Id = keyof typeof NETWORKS;

/** What a network came to. */
interface Told extends Network {
  readonly answered: boolean;
  readonly failure?: Error | undefined;
}

const told =
  <T>(network: Id, postOf: (item: T) => Post) =>
  ({ items, answered, failure }: Gathered<T>): Told => ({ network, posts: items.map(postOf), answered, failure });

const story = ({
  url,
  commentsUrl,
  score,
  comments,
}: {
  readonly url: string;
  readonly commentsUrl?: string | undefined;
  readonly score?: number | undefined;
  readonly comments?: number | undefined;
}): Post => ({ link: url, url: commentsUrl, score, comments });

const post = ({
  url,
  link,
  score,
  replies,
}: {
  readonly url: string;
  readonly link?: string | undefined;
  readonly score?: number | undefined;
  readonly replies?: number | undefined;
}): Post => ({ link, url, score, comments: replies });

/** An address with and without its last slash: who posted it wrote either. */
function spellings(page: string): readonly [string, string] {
  const other = new URL(page);
  other.pathname = other.pathname.endsWith("/") ? other.pathname.slice(0, -1) : `${other.pathname}/`;
  return [page, other.href];
}

/**
 * What each network that answers knows of a page's address. Fails as the first one failed when none answered; completes
 * without a value where the request names none of them.
 */
export function networksOf(ask: SourceClient<Id>, page: string): Observable<readonly Network[]> {
  const { host, pathname, search } = new URL(page);
  const onLemmy = spellings(page).map((address) =>
    ask.answer<typeof lemmy>("lemmy", address, { options: { link: true } }).pipe(map(told("lemmy", post))),
  );
  return forkJoin([
    ask.answer<typeof hackernews>("hackernews", page).pipe(map(told("hackernews", story))),
    ask.answer<typeof reddit>("reddit", `url:${host}${pathname}${search}`).pipe(map(told("reddit", post))),
    forkJoin(onLemmy).pipe(map(joined)),
    ask.answer<typeof lobsters>("lobsters", page).pipe(map(told("lobsters", story))),
    ask.answer<typeof bluesky>("bluesky", page).pipe(map(told("bluesky", post))),
  ]).pipe(
    switchMap((networks) => {
      const answered = networks.filter((network) => network.answered);
      const failure = networks.find((network) => network.failure)?.failure;
      if (answered.length > 0) return of(answered);
      return failure ? throwError(() => failure) : EMPTY;
    }),
  );
}

/** The answers of one network to several spellings. */
const joined = (all: readonly Told[]): Told => ({
  network: "lemmy",
  posts: all.flatMap(({ posts }) => posts),
  answered: all.some(({ answered }) => answered),
  failure: all.find(({ failure }) => failure)?.failure,
});
