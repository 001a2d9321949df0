import { canonicalUrl } from "../../../operators/canonicalUrl.ts";

/** Networks whose shares nobody outside can count. */
const CLOSED = ["Facebook", "X", "LinkedIn", "Pinterest"] as const;

/** A post of a network, as far as shares go. */
export interface Post {
  /** The page that it points to. */
  readonly link?: string | undefined;
  /** Where it is discussed. */
  readonly url?: string | undefined;
  readonly score?: number | undefined;
  readonly comments?: number | undefined;
}

export interface Network {
  readonly network: string;
  readonly posts: readonly Post[];
}

/** What was told, together; undefined where nobody told it. */
function sum(values: readonly (number | undefined)[]): number | undefined {
  const told = values.filter((value) => value !== undefined);
  return told.length > 0 || values.length === 0 ? told.reduce((all, value) => all + value, 0) : undefined;
}

/** The posts of each network that link to a page, each counted once. */
export function sharesOf(page: string, networks: readonly Network[], asOf: string) {
  const wanted = canonicalUrl(page);
  const counted = networks.map(({ network, posts }) => {
    const linking = posts.filter(({ link }) => link !== undefined && canonicalUrl(link) === wanted);
    const own = [...new Map(linking.map((post) => [post.url ?? post.link, post])).values()];
    const [top] = own.toSorted((a, b) => (b.score ?? b.comments ?? 0) - (a.score ?? a.comments ?? 0));
    return { network, own, url: top?.url };
  });
  const all = counted.flatMap(({ own }) => own);
  return {
    mentions: all.length,
    score: sum(all.map(({ score }) => score)),
    comments: sum(all.map(({ comments }) => comments)),
    networks: counted.map(({ network, own, url }) => ({
      network,
      mentions: own.length,
      ...(own.length > 0 && {
        score: sum(own.map(({ score }) => score)),
        comments: sum(own.map(({ comments }) => comments)),
      }),
      url,
    })),
    lower_bound: true as const,
    not_measurable: [...CLOSED],
    as_of: asOf,
  };
}
