import { z } from "zod";
import type { hreflang } from "../../sources/page/hreflang/index.ts";
import type { ItemOf } from "../../sources/source.ts";
import { sameAddress } from "../../standards/addresses.ts";

/*
 * What is wrong with a page's alternates, by Google's rules for localised versions:
 * https://developers.google.com/search/docs/specialty/international/localized-versions
 */

/** An alternate as `hreflang` reads it. */
export type Alternate = ItemOf<typeof hreflang>;

export const AlternateProblem = z.object({
  id: z.string().describe("a stable name: no-return-link"),
  severity: z.enum(["error", "warning"]),
  sentence: z.string(),
  tags: z.array(z.string()).describe("the values of hreflang that it is about; none: of all as a set"),
});
export type AlternateProblem = z.output<typeof AlternateProblem>;

/** The page that announces them. */
export interface Announcing {
  readonly url: string | undefined;
  readonly language: string | undefined;
  readonly canonical: string | undefined;
}

const isRelative = ({ href, from }: Alternate): boolean =>
  from !== "sitemap" && href !== undefined && !/^https?:\/\//i.test(href);

/** The codes that one page announces with more than one address. */
const conflicting = (tags: readonly Alternate[]): ReadonlySet<string> => {
  const places = new Map<string, Set<string>>();
  for (const { hreflang, url, page } of tags) {
    const key = codeAt({ hreflang, page });
    places.set(key, (places.get(key) ?? new Set()).add(url ?? ""));
  }
  return new Set([...places].flatMap(([key, urls]) => (urls.size > 1 ? key : [])));
};

const codeAt = ({ hreflang, page = "" }: Pick<Alternate, "hreflang" | "page">): string =>
  `${page} ${hreflang.toLowerCase()}`;

/** The tags that were announced before, code and address alike. */
function repeated(tags: readonly Alternate[]): ReadonlySet<Alternate> {
  const seen = new Set<string>();
  return new Set(
    tags.filter((tag) => {
      const key = `${codeAt(tag)} ${tag.url}`;
      return seen.size === seen.add(key).size;
    }),
  );
}

interface Kind {
  readonly id: string;
  readonly severity: AlternateProblem["severity"];
  readonly sentence: (tags: string) => string;
  readonly is: (tag: Alternate) => boolean;
}

const kindsOf = (tags: readonly Alternate[]): readonly Kind[] => {
  const [conflicts, again] = [conflicting(tags), repeated(tags)];
  const error = (id: string, is: Kind["is"], sentence: Kind["sentence"]): Kind => ({
    id,
    severity: "error",
    is,
    sentence,
  });
  return [
    error(
      "code-invalid",
      ({ valid }) => !valid,
      (codes) => `No valid language or country code: ${codes}.`,
    ),
    error(
      "no-address",
      ({ url }) => url === undefined,
      (codes) => `No address: ${codes}.`,
    ),
    error("relative-url", isRelative, (codes) => `The address is not absolute: ${codes}.`),
    error(
      "duplicate",
      (tag) => again.has(tag),
      (codes) => `Announced more than once: ${codes}.`,
    ),
    error(
      "conflicting",
      (tag) => conflicts.has(codeAt(tag)),
      (codes) => `One code, several addresses: ${codes}.`,
    ),
    error(
      "in-body",
      ({ from }) => from === "body",
      (codes) => `Announced in the body, where it counts for nothing: ${codes}.`,
    ),
    error(
      "no-return-link",
      ({ returnLink }) => returnLink === false,
      (codes) => `The alternate does not announce this page: ${codes}.`,
    ),
    {
      id: "return-unread",
      severity: "warning",
      is: ({ returnError }) => returnError !== undefined,
      sentence: (codes) => `The alternate could not be read for its return link: ${codes}.`,
    },
  ];
};

/** The problems of the whole set; nothing is announced, nothing is wrong. */
function ofSet(tags: readonly Alternate[], { url, language, canonical }: Announcing): AlternateProblem[] {
  const counted = tags.filter(({ from }) => from !== "body");
  if (counted.length === 0) return [];
  const own = counted.find(({ isSelf, isXDefault }) => isSelf && !isXDefault)?.language;
  const elsewhere = canonical !== undefined && url !== undefined && !sameAddress(canonical, url);
  const onPage = counted.some(({ from }) => from !== "sitemap");
  const whole: readonly (readonly [boolean, string, AlternateProblem["severity"], string])[] = [
    [!counted.some(({ isSelf }) => isSelf), "no-self-reference", "error", "No alternate is the page itself."],
    [!counted.some(({ isXDefault }) => isXDefault), "no-x-default", "warning", "No alternate is x-default."],
    [
      elsewhere && onPage,
      "canonical-elsewhere",
      "error",
      `The canonical URL is another page (${canonical}): alternates of this one are not heeded.`,
    ],
    [
      own !== undefined && language !== undefined && own !== language.slice(0, 2).toLowerCase(),
      "language-differs",
      "warning",
      `The page says that its language is ${language}, its own alternate says ${own}.`,
    ],
  ];
  return whole.flatMap(([is, id, severity, sentence]) => (is ? [{ id, severity, sentence, tags: [] }] : []));
}

/** So many tags are named in a sentence. */
const NAMED = 8;

/** What is wrong with a page's alternates: with each first, then with all of them. */
export function alternateProblems(tags: readonly Alternate[], page: Announcing): AlternateProblem[] {
  const each = kindsOf(tags).flatMap(({ id, severity, sentence, is }): AlternateProblem[] => {
    const codes = [...new Set(tags.filter(is).map(({ hreflang }) => hreflang))];
    if (codes.length === 0) return [];
    const named = codes.slice(0, NAMED).join(", ");
    const more = codes.length > NAMED ? ` and ${codes.length - NAMED} more` : "";
    return [{ id, severity, sentence: sentence(`${named}${more}`), tags: codes }];
  });
  return [...each, ...ofSet(tags, page)];
}
