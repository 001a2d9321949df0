import { z } from "zod";
import { listOf } from "../kit/json.ts";
import { addressOf, doiOf } from "./identifiers.ts";
import { authored, dated, maybe, openAccessOf, titleOf, venueOf } from "./reading.ts";

/** Lists of one are folded: an author, an address or a venue may stand alone. */
export const Info = z.object({
  title: z.string(),
  authors: z.object({ author: listOf(z.object({ text: z.string() })) }).nullish(),
  venue: listOf(z.string()),
  year: maybe,
  type: maybe,
  doi: maybe,
  ee: listOf(z.string()),
  url: maybe,
  volume: maybe,
  number: maybe,
  pages: maybe,
  access: maybe,
  key: maybe,
});

/** What dblp says of a publication. */
export const itemOf = ({ info }: { readonly info: z.output<typeof Info> }) => {
  const { authors = [] } = authored(
    info.authors?.author.map(({ text: name }) => ({ name: titleOf(name)?.replace(/\s\d{4}$/, "") })),
  );
  const venue = info.venue
    .map((name) => titleOf(name))
    .filter(Boolean)
    .join(", ");
  const doi = doiOf(info.doi) ?? info.ee.map(doiOf).find(Boolean);
  return {
    title: titleOf(info.title)?.replace(/\.$/, "") ?? info.title,
    url: info.ee.map(addressOf).find(Boolean) ?? addressOf(info.url),
    snippet: [authors.map(({ name }) => name).join(", "), [venue, info.year].filter(Boolean).join(" ")]
      .filter(Boolean)
      .join(". "),
    doi,
    type: info.type,
    authors,
    authorCount: info.authors?.author.length,
    venue: venueOf({ name: venue }),
    volume: info.volume,
    issue: info.number,
    pages: info.pages,
    ...dated(info.year),
    openAccess: openAccessOf({ status: info.access }),
    dblpKey: info.key,
    dblpUrl: addressOf(info.url),
  };
};
