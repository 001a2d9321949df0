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

/** What `sameAs` of a page's entities names. */
function sameAs({ entities = [] }: PageRead): readonly string[] {
  return entities
    .flatMap(({ data }) => data?.["sameAs"] ?? [])
    .filter((address): address is string => typeof address === "string");
}

/** The profiles that a page links to or names as its own, the first of each network. */
export function profilesOf(page: PageRead): readonly Profile[] {
  const links = page.links ?? [];
  const named = [
    ...sameAs(page),
    ...links.flatMap(({ type, url }) => (type === "external" && url ? [url] : [])),
  ].flatMap((address) => profileAt(address) ?? []);
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
