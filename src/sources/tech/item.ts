import { z } from "zod";
import { BaseItem, Count, HttpUrl, IsoDate } from "../kit/fields.ts";
import { query } from "../kit/query.ts";
import type { QuerySpec } from "../source.ts";

/** A story, article or product that people in technology talk about. */
export const TechItem = BaseItem.extend({
  title: z.string(),
  url: HttpUrl.describe("what the story is about"),
  commentsUrl: HttpUrl.optional().describe("where it is discussed"),
  author: z.string().optional(),
  publishedAt: IsoDate.optional(),
  score: z.int().optional().describe("points or reactions of the readers"),
  comments: Count.optional(),
  tags: z.array(z.string()).optional(),
  image: HttpUrl.optional(),
  id: z.string().optional().describe("the story's id at its source"),
});

/** What is looked for; "" asks for the latest. */
export interface Words {
  readonly text: string;
}

/** Words to look for; `*` asks for the latest without any. */
export const wordsOrLatest = <Shape extends z.ZodObject = z.ZodObject<Record<string, never>>>(
  describe: string,
  example: string,
  options?: Shape,
): QuerySpec<Words & z.output<Shape>> =>
  query({
    describe: `${describe}; * for the latest`,
    example,
    ...(options && { options }),
    parse: (q, given) => ({ ...given, text: q === "*" ? "" : q }),
  });

/** A link without the parameters that tell where the reader came from (`utm_source`, …). */
export function withoutCampaign(link: string | undefined): string | undefined {
  const url = URL.parse(link ?? "");
  if (!url) return undefined;
  for (const name of [...url.searchParams.keys()]) if (name.startsWith("utm_")) url.searchParams.delete(name);
  return url.href;
}
