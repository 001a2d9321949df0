import { z } from "zod";
import { BaseItem, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";

/** A company as a register knows it, or a paper it filed. */
export const CompanyItem = BaseItem.extend({
  title: z.string().describe("the company's name; of a filing: company, form and date"),
  id: z.string().describe("number in the register; of a filing: its own number"),
  country: z.string().optional().describe("ISO 3166-1 code of the register, or of the legal address"),
  jurisdiction: z.string().optional().describe("whose law it is under, in the source's code"),
  status: z.string().optional().describe("in the register's word or code"),
  legalForm: z.string().optional(),
  activity: z.string().optional().describe("line of business"),
  activityCode: z.string().optional().describe("the same by the national classification"),
  address: z.string().optional().describe("registered one, on one line"),
  otherNames: z.array(z.string()).optional().describe("former ones, and those it trades under"),
  website: HttpUrl.optional(),
  registeredAt: IsoDate.optional(),
  foundedAt: IsoDate.optional(),
  endedAt: IsoDate.optional().describe("dissolved, or taken off the register"),
  updatedAt: IsoDate.optional().describe("last change of the record"),
});

/** Parts of an address on one line; absent ones are left out. */
export const addressOf = (...parts: readonly (string | null | undefined)[]): string =>
  parts.flatMap((part) => part?.trim() || []).join(", ");

/** A website as a register writes it, with a scheme or without. */
export const siteOf = (written: string | null | undefined): string | undefined =>
  webUrl(written && !/^https?:/i.test(written) ? `https://${written}` : written);
