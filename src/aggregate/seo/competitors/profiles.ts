import { getDomainWithoutSuffix } from "tldts";
import { folded } from "../../../language/fold.ts";
import type { PageRead } from "../corpus/reading.ts";

/** Networks by the hosts of their profiles. */
const NETWORKS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\.)facebook\.com$/, "facebook"],
  [/(?:^|\.)instagram\.com$/, "instagram"],
  [/(?:^|\.)(?:twitter|x)\.com$/, "x"],
  [/(?:^|\.)linkedin\.com$/, "linkedin"],
  [/(?:^|\.)youtube\.com$/, "youtube"],
  [/(?:^|\.)tiktok\.com$/, "tiktok"],
  [/(?:^|\.)pinterest\.[a-z.]{2,6}$/, "pinterest"],
  [/(?:^|\.)threads\.(?:net|com)$/, "threads"],
  [/^bsky\.app$/, "bluesky"],
  [/(?:^|\.)reddit\.com$/, "reddit"],
  [/^github\.com$/, "github"],
];

/** Addresses that share a page rather than being somebody's. */
const SHARING =
  /^\/(?:sharer|share|intent|dialog|sharing|shareArticle|pin\/create|submit|home|login|hashtag|search|watch|embed|policies|privacy|legal)\b/i;

export interface Profile {
  readonly network: string;
  readonly url: string;
}

/** Whose profile an address is; undefined for what is none. */
function profileAt(address: string): Profile | undefined {
  const url = URL.parse(address);
  if (!url || url.pathname.length < 2 || SHARING.test(url.pathname)) return undefined;
  const network = NETWORKS.find(([host]) => host.test(url.hostname))?.[1];
  return network === undefined ? undefined : { network, url: address };
}

/** What `sameAs` of a page's entities names, without those of people and of other things than the site. */
function sameAs({ entities = [] }: PageRead): readonly string[] {
  return entities
    .filter(
      ({ types }) => !types.some((type) => /^(?:Person|Product|Review|Event|Place|Article|NewsArticle)$/.test(type)),
    )
    .flatMap(({ data }) => data?.["sameAs"] ?? [])
    .filter((address): address is string => typeof address === "string");
}

/** Paths of profiles: a name alone, or after the network's word for whose it is. What lies below them is a post, a thread, a file. */
const PROFILE_PATH =
  /^\/(?:@?[\w.-]{2,100}|(?:company|school|showcase|channel|c|user|profile|pages|people|pg|r|orgs)\/[\w.%-]{2,100}(?:\/\d+)?)\/?$/u;

const lettersOf = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]/gu, "");

/** Names by which a site goes: its domain's own part, and what its organisation is called. */
function namesOf({ url, entities = [] }: PageRead): readonly string[] {
  const called = entities.flatMap(({ types, name }) =>
    name && types.some((type) => /^(?:\w*Organization|Corporation|LocalBusiness|Brand|WebSite|\w*Store)$/.test(type))
      ? name
      : [],
  );
  const label = getDomainWithoutSuffix(url, { allowPrivateDomains: true });
  return [label ?? "", ...called].map(lettersOf).filter(({ length }) => length >= MIN_NAME);
}

/** Shorter names are part of too many others. */
const MIN_NAME = 3;

/** Whether an address is a profile whose name is the site's: one holds the other. */
function isNamedAs(address: string, names: readonly string[]): boolean {
  const { pathname = "" } = URL.parse(address) ?? {};
  if (!PROFILE_PATH.test(pathname)) return false;
  const handle = lettersOf(
    decoded(pathname.replace(/\/\d*\/?$/, ""))
      .split("/")
      .at(-1) ?? "",
  );
  return handle.length >= MIN_NAME && names.some((name) => handle.includes(name) || name.includes(handle));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Percent signs that escape nothing are part of the path.
    return path;
  }
}

/**
 * The profiles of a page's site, the first of each network: those that it names as its own (`sameAs`, `rel="me"`), and those it links
 * to whose name is the site's. Other links lead to posts, threads and people that a page only speaks of.
 */
export function profilesOf(page: PageRead): readonly Profile[] {
  const links = page.links ?? [];
  const names = namesOf(page);
  const linked = links.flatMap(({ type, url, rel }) =>
    type === "external" && url && (rel?.includes("me") || isNamedAs(url, names)) ? [url] : [],
  );
  const named = [...sameAs(page), ...linked].flatMap((address) => profileAt(address) ?? []);
  // A Mastodon account stands on anybody's host: it is known by rel="me" and its @name.
  const me = links.flatMap(({ rel, url }) =>
    url && rel?.includes("me") && !profileAt(url) && /^\/@\w/.test(URL.parse(url)?.pathname ?? "")
      ? [{ network: "mastodon", url }]
      : [],
  );
  const first = new Map<string, Profile>();
  for (const profile of [...named, ...me]) if (!first.has(profile.network)) first.set(profile.network, profile);
  return [...first.values()];
}
