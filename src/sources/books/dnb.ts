import { defineSource } from "../define.ts";
import { catalogueQuery, quoted, RecordItem, sru } from "./sru.ts";

export const dnb = defineSource({
  id: "dnb",
  title: "Deutsche Nationalbibliothek (SRU)",
  docs: "https://www.dnb.de/EN/Professionell/Metadatendienste/Datenbezug/SRU/sru_node.html",
  terms: "no key; no published limit; data CC0",
  query: catalogueQuery(
    "words of any field, an ISBN, or a CQL query with the catalogue's indexes, e.g. tit=Faust and per=Goethe",
    "Faust Goethe",
    /(^|[\s(])(dnb\.)?[a-z]{2,12}\s?[=<>]/i,
    {
      words: (words) =>
        words
          .split(/\s+/)
          .map((word) => `WOE=${quoted(word)}`)
          .join(" and "),
      isbn: (isbn) => `num=${isbn}`,
    },
  ),
  item: RecordItem,
  polite: { concurrency: 2 },
  read: sru({
    address: "https://services.dnb.de/sru/dnb",
    parameters: { version: "1.1", recordSchema: "oai_dc" },
    prefix: "",
    place: (record) => {
      const id = record.text('dc\\:identifier[xsi\\:type="dnb:IDN"]');
      return id ? { id, url: `https://d-nb.info/${encodeURIComponent(id)}` } : undefined;
    },
    isbns: (record) => record.texts('dc\\:identifier[xsi\\:type="tel:ISBN"]'),
    // "Rüegg, Willy A. [Verfasser]"
    name: (creator) => creator.replace(/ \[[^[\]]*\]$/, ""),
  }),
});
