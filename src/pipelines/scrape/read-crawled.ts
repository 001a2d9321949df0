import { readShown, type Shown, type ShownTask } from "../../reading/read-shown.ts";
import { linksTo } from "../crawl/read-page.ts";
import type { Links } from "../crawl/reading.ts";

/** A page that a crawl has fetched, and where its links may lead. */
export interface CrawledTask extends ShownTask {
  /** The sites whose links are wanted; absent: every link is. */
  readonly sites?: readonly string[] | undefined;
  /** Further addresses that it leads to, and whether its own links are followed. */
  readonly more: readonly string[];
  readonly followed: boolean;
  readonly withoutQueries: boolean;
  /** Every address is a page of its own. */
  readonly exact: boolean;
}

export interface CrawledShown {
  readonly shown: Shown;
  readonly leads: Links;
}

/** A body in the forms that are wanted of it, and where it leads. */
export async function readCrawled(task: CrawledTask, bytes: Uint8Array): Promise<CrawledShown> {
  const { sites, more, followed, withoutQueries, exact } = task;
  const shown = await readShown(task, bytes);
  const { extraction } = shown;
  const own = extraction.ok ? extraction.page.links : (extraction.links ?? []);
  const asked = (links: readonly { readonly url: string }[]) =>
    withoutQueries ? links.map(({ url }) => ({ url: url.replace(/\?[^#]*/, "") })) : links;
  const listed = linksTo(asked(more.map((url) => ({ url }))), sites, exact);
  const linked = linksTo(asked(followed ? own : []), sites, exact);
  return {
    shown,
    leads: {
      links: [...listed.links, ...linked.links],
      keys: BigUint64Array.from([...listed.keys, ...linked.keys]),
      listed: listed.links.length,
    },
  };
}
