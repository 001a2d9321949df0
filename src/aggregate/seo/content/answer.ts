import { z } from "zod";
import { Count, HttpUrl, IsoDate, Ratio } from "../../../sources/kit/values/fields.ts";
import { Finding } from "../../formulas/findings.ts";

const Texts = z.array(z.string());

const Link = z.object({ url: HttpUrl, anchor: z.string().optional() });

/** What is said of a page's content. */
export const answer = z.object({
  title: z.object({
    text: z.string().optional(),
    length: Count.describe("characters; 0 without a title"),
    in_range: z.boolean().describe("15 to 60 characters"),
    has_keyword: z.boolean().optional(),
  }),
  meta: z.object({
    description: z.string().optional(),
    description_length: Count.optional().describe("characters; 0 without a description"),
    canonical: HttpUrl.optional(),
    canonical_is_self: z.boolean().optional(),
    robots: z.string().optional(),
    indexable: z.boolean().optional().describe("neither meta robots nor X-Robots-Tag forbids it"),
    language: z.string().optional().describe("as the page declares it"),
    charset: z.string().optional(),
    viewport: z.string().optional(),
    published: IsoDate.optional(),
    updated: IsoDate.optional(),
    author: z.string().optional(),
    open_graph: z.boolean().optional().describe("there are Open Graph tags"),
    twitter_card: z.boolean().optional().describe("a card is named"),
    structured_data_types: Texts.optional(),
    favicon: HttpUrl.optional(),
  }),
  body: z
    .object({
      excerpt: z.string().describe("the first 500 characters of the main text"),
      words: Count,
      sentences: Count,
      paragraphs: Count,
      reading_minutes: z.number().describe("at 230 words a minute"),
      text_to_html: Ratio.describe("characters of the main text for one of the page"),
      images: Count.describe("of the main part: not those of header, navigation, asides and footer"),
      images_without_alt: Count,
      language: z.string().optional().describe("ISO 639-1"),
    })
    .describe("of the main text, without navigation and the like"),
  headings: z.object({
    h1: Texts,
    h2: Texts,
    h3: Texts,
    h4: Texts,
    h5: Texts,
    h6: Texts,
    counts: z.object({ h1: Count, h2: Count, h3: Count, h4: Count, h5: Count, h6: Count }),
    problems: Texts.describe("a sentence each"),
  }),
  readability: z
    .object({
      score: z.number().optional().describe("on the scale made for the language"),
      scale: z.string().describe("flesch, kandel-moles, amstad …; lix where the language has none of its own"),
      band: z.enum(["easy", "plain", "difficult", "very difficult"]).optional(),
      grade: z.number().optional().describe("Flesch–Kincaid, years of school; English only"),
      lix: z.number().describe("Björnsson's LIX: under 35 easy, over 55 very difficult"),
      words_per_sentence: z.number(),
      syllables_per_word: z.number().optional(),
      n_words: Count.describe("words that were measured"),
    })
    .describe("from 100 words on"),
  keyword_density: z.object({
    top: z
      .array(
        z.object({
          term: z.string(),
          words: Count.describe("words in the term"),
          count: Count,
          density_pct: z.number().describe("percent of the main text's words"),
          in_title: z.boolean(),
          in_h1: z.boolean(),
          in_description: z.boolean(),
          in_first_100: z.boolean().describe("among the first 100 words of the main text"),
        }),
      )
      .describe("20 terms of one word, 15 of two, 10 of three at most; without stop words at their ends"),
    keyword: z
      .object({
        term: z.string(),
        count: Count,
        density_pct: z.number(),
        in_title: z.boolean(),
        in_h1: z.boolean(),
        in_url: z.boolean(),
      })
      .optional(),
    n_words: Count.describe("words of the main text"),
  }),
  links: z.object({
    internal: Count.describe("to the same registrable domain"),
    external: Count,
    nofollow: Count,
    unique_hosts: Count.describe("of external links"),
    empty_anchors: Count,
    internal_top: z.array(Link).describe("the first 20 addresses"),
    external_top: z.array(Link.extend({ nofollow: z.boolean() })).describe("the first 20 addresses"),
  }),
  social_shares: z.object({
    mentions: Count.describe("posts that link to the page"),
    score: z.int().optional().describe("points, likes and votes of those that tell them"),
    comments: Count.optional(),
    networks: z.array(
      z.object({
        network: z.string(),
        mentions: Count,
        score: z.int().optional(),
        comments: Count.optional(),
        url: HttpUrl.optional().describe("the most discussed"),
      }),
    ),
    lower_bound: z.literal(true).describe("counted among the first results that each network gives: there may be more"),
    not_measurable: Texts.describe("networks whose shares are not public"),
    as_of: IsoDate,
  }),
  recommendations: z.array(Finding),
  score: z.object({
    value: z.int().min(0).max(100).describe("passed / checks × 100"),
    passed: Count,
    checks: Count.describe("of those that could be made"),
  }),
});
