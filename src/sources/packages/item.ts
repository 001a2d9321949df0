import iconv from "iconv-lite";
import { z } from "zod";
import { text } from "../kit/requests/query.ts";
import { BaseItem, Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";

/** A package of a package manager, at its latest version. */
export const PackageItem = BaseItem.extend({
  title: z.string(),
  name: z.string().describe("the name that the package manager installs it by"),
  version: z.string().optional().describe("latest version, a stable one where there is any"),
  publishedAt: IsoDate.optional().describe("when that version was published"),
  createdAt: IsoDate.optional().describe("when the package was published first"),
  updatedAt: IsoDate.optional().describe("when the package changed last"),
  license: z.string().optional().describe("as the package states it: an SPDX expression mostly"),
  repository: HttpUrl.optional().describe("the source code's address, as a browser opens it"),
  homepage: HttpUrl.optional(),
  documentation: HttpUrl.optional(),
  downloadsTotal: Count.optional().describe("downloads ever"),
  downloadsLastWeek: Count.optional(),
  downloadsLastMonth: Count.optional(),
  downloadsLast90Days: Count.optional(),
  authors: z.array(z.string()).optional(),
  maintainers: z.array(z.string()).optional().describe("names or accounts, never e-mail addresses"),
  keywords: z.array(z.string()).optional(),
});

/** Words to search for, or, with `exact`, a package's very name. */
export const wordsOrName = (describe: string, example: string) =>
  text(
    describe,
    example,
    z.object({ exact: z.stringbool().default(false).describe("q is a package's very name: read that one only") }),
  );

/** What packages are asked for by. */
export interface Wanted {
  readonly text: string;
  readonly exact: boolean;
}

/** Whether one package is asked for by its name. */
export const wantsOne = ({ exact }: Wanted): boolean => exact;

/** The address under the first label that fits, among links by label. */
export function linkNamed(
  links: Readonly<Record<string, string | null>> | null | undefined,
  label: RegExp,
): string | undefined {
  return Object.entries(links ?? {}).find(([name, address]) => address && label.test(name))?.[1] ?? undefined;
}

const ENCODED = /=\?([\w-]{1,40})(?:\*[\w-]{0,20})?\?([bq])\?([^?\s]{0,300})\?=(?:\s+(?==\?))?/gi;

/** Encoded words (RFC 2047), `=?utf-8?q?Ren=C3=A9?=`, as what they mean; of an unknown character set they stay. */
const decoded = (written: string): string =>
  written.replace(ENCODED, (word: string, charset: string, way: string, text: string) => {
    const bytes = /b/i.test(way)
      ? Buffer.from(text, "base64")
      : Buffer.from(
          text
            .replaceAll("_", " ")
            .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          "latin1",
        );
    return iconv.encodingExists(charset) ? iconv.decode(bytes, charset) : word;
  });

/** `Name <address> (page)` as the name; undefined for an address alone. */
export function personName(written: string | null | undefined): string | undefined {
  const name = decoded(written ?? "")
    .replace(/<[^<>]{0,300}>?|\([^()]{0,500}\)/g, "")
    .replace(/^["\s]+|["\s]+$/g, "");
  return name && !name.includes("@") ? name : undefined;
}

/** Names parted by commas. */
export const personNames = (written: string | null | undefined): string[] =>
  (written ?? "").split(",").flatMap((part) => personName(part) ?? []);

/** A list that the upstream filled in; an empty one tells nothing. */
export const told = (list: readonly string[]): readonly string[] | undefined => (list.length > 0 ? list : undefined);
