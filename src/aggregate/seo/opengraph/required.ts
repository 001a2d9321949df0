/** What Google's rich results require and recommend of each type (https://developers.google.com/search/docs/appearance/structured-data). */
interface Wanted {
  readonly required: readonly string[];
  /** One of these is required. */
  readonly oneOf?: readonly string[];
  readonly recommended?: readonly string[];
}

const ARTICLE: Wanted = { required: [], recommended: ["headline"] };

const WANTED: Readonly<Record<string, Wanted>> = {
  Article: ARTICLE,
  NewsArticle: ARTICLE,
  BlogPosting: ARTICLE,
  Product: { required: ["name"], oneOf: ["offers", "review", "aggregateRating"] },
  Event: { required: ["name", "startDate", "location"] },
  Recipe: { required: ["name", "image"] },
  BreadcrumbList: { required: ["itemListElement"] },
  LocalBusiness: { required: ["name", "address"] },
  VideoObject: { required: ["name", "thumbnailUrl", "uploadDate"] },
  JobPosting: { required: ["title", "description", "datePosted", "hiringOrganization", "jobLocation"] },
  Review: { required: ["itemReviewed", "author", "reviewRating"] },
  FAQPage: { required: ["mainEntity"] },
};

const OTHERS: Wanted = { required: ["name"] };

/** What an entity of a type lacks. Of several one must be there, all are named, joined with " or ". */
export function lackOf(
  type: string,
  data: Readonly<Record<string, unknown>>,
): { readonly required: readonly string[]; readonly recommended: readonly string[] } {
  const { required, oneOf = [], recommended = [] } = WANTED[type] ?? OTHERS;
  const absent = (name: string): boolean => data[name] === undefined || data[name] === null || data[name] === "";
  return {
    required: [...required.filter(absent), ...(oneOf.length > 0 && oneOf.every(absent) ? [oneOf.join(" or ")] : [])],
    recommended: recommended.filter(absent),
  };
}
