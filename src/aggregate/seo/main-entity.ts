import type { structured_data } from "../../sources/page/structured_data/index.ts";
import type { ItemOf } from "../../sources/source.ts";
import { sameAddress } from "../../standards/addresses.ts";

type Entity = Pick<ItemOf<typeof structured_data>, "types" | "data" | "url">;

/** Types that a page is about or is itself, the nearest to its text first: an article before the web page that shows it. */
const OWN: readonly RegExp[] = [
  /(?:Article|Posting|Report|Recipe|HowTo|Course|Book|Dataset)$/,
  /^(?:Product|ProductGroup|SoftwareApplication|WebApplication|MobileApplication)$/,
  /^(?:(?:About|Checkout|Collection|Contact|FAQ|Item|Medical|Profile|QA|RealEstate|Search|Web)(?:Page|WebPage)|RealEstateListing)$/,
];

/** Whether an entity says that it is the page's. */
function isOfPage({ data, url }: Entity, page: string | undefined): boolean {
  const named: unknown = data?.["mainEntityOfPage"];
  const id: unknown = typeof named === "object" && named !== null && "@id" in named ? named["@id"] : named;
  return page !== undefined && [url, id].some((address) => typeof address === "string" && sameAddress(address, page));
}

/**
 * The entities that tell about a page itself, the main one first. Reviews, comments, people and other things that stand on it are
 * none; of several of one kind, as on a page that lists articles, only one that names the page's address is.
 */
export function mainEntities<T extends Entity>(entities: readonly T[], page?: string): readonly T[] {
  return OWN.flatMap((type) => {
    const of = entities.filter(({ types }) => types.some((one) => type.test(one)));
    const own = of.filter((entity) => isOfPage(entity, page));
    return of.length === 1 ? of : own.length === 1 ? own : [];
  });
}

/** The first text that the page's own entities have under a name. */
export function textOfMain(entities: readonly Entity[] | undefined, name: string, page?: string): string | undefined {
  return mainEntities(entities ?? [], page)
    .map(({ data }) => data?.[name])
    .find((value): value is string => typeof value === "string" && value !== "");
}
