import { z } from "zod";
import { plainText } from "../kit/html/plain-text.ts";
import type { Words } from "../kit/requests/query.ts";
import { BaseItem, Currency, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { excerpt, saysAll } from "../kit/values/text.ts";

/** A job that is offered. */
export const JobItem = BaseItem.extend({
  title: z.string(),
  url: HttpUrl.describe("the offer's page at its source"),
  id: z.union([z.int(), z.string()]).optional().describe("the offer's id at its source"),
  company: z.string().optional(),
  location: z.string().optional().describe("where one works, or must live, in the source's words"),
  publishedAt: IsoDate.optional(),
  salaryMin: z.number().positive().optional().describe("least pay, in `currency`"),
  salaryMax: z.number().positive().optional().describe("most pay, in `currency`"),
  currency: Currency.optional(),
  categories: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  jobTypes: z.array(z.string()).optional().describe("full time, contract, … in the source's words"),
  levels: z.array(z.string()).optional().describe("how experienced one must be, in the source's words"),
  applyUrl: HttpUrl.optional(),
  logo: HttpUrl.optional().describe("the company's"),
  description: z.string().optional().describe("the whole offer, as text: one line for each paragraph"),
});

/** An offer as sources hand it over: what a search of its words looks through. */
interface Offer {
  readonly title?: string | null | undefined;
  readonly company?: string | null | undefined;
  readonly location?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly categories?: readonly string[] | null | undefined;
}

/** Whether every word stands in the offer's title, company, location, tags, categories or description. */
export const isAbout = ({ title, company, location, tags, categories, description }: Offer, { text }: Words): boolean =>
  saysAll(
    text,
    ...[title, company, location, ...(tags ?? []), ...(categories ?? []), description].map((said) => said ?? undefined),
  );

/** An offer that its source gives in HTML, as text, with its beginning as the snippet. */
export function described(html: string | null | undefined) {
  const description = plainText(html ?? "");
  return { snippet: excerpt(description), description };
}

/** Pay as sources write it: 0 where they do not know. */
export const pay = (amount: number | null | undefined): number | undefined =>
  amount && amount > 0 ? amount : undefined;
