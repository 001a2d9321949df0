import { defineSource } from "../define.ts";
import { catalogueQuery, quoted, RecordItem, sru } from "./sru.ts";

const CATALOGUE = "https://catalogue.bnf.fr/";

/** The roles that stand after a name; a name may itself hold a stop (`Tolkien, J. R. R.`). */
const ROLE =
  /\. (?:Auteur|Autrice|Traduct|Illustrat|Éditeur|Éditrice|Préfaci|Postfaci|Direct|Composit|Interprète|Adaptat|Scénarist|Collaborat|Photograph|Fonction|Dessinat|Graveur|Annotat|Narrat)[^.]*$/;

export const bnf = defineSource({
  id: "bnf",
  title: "BnF Catalogue général (SRU)",
  docs: "https://api.bnf.fr/fr/api-sru-catalogue-general",
  terms: "no key; no published limit; data under the Licence Ouverte (Etalab)",
  query: catalogueQuery(
    "words of any field, an ISBN, or a CQL query with the catalogue's indexes (bib.author, bib.title, …)",
    "Victor Hugo",
    /\bbib\.[a-z]+\s/i,
    {
      words: (words) => `bib.anywhere all ${quoted(words)}`,
      isbn: (isbn) => `bib.isbn any ${quoted(isbn)} or bib.ean any ${quoted(isbn)}`,
    },
  ),
  item: RecordItem,
  polite: { concurrency: 2 },
  read: sru({
    address: `${CATALOGUE}api/SRU`,
    parameters: { version: "1.2", recordSchema: "dublincore" },
    prefix: "srw:",
    place: (record) => {
      const written =
        record.text("srw\\:recordIdentifier") ??
        record.texts("dc\\:identifier").find((identifier) => identifier.includes("catalogue.bnf.fr/ark:"));
      const id = /ark:\/12148\/[a-z0-9]+/.exec(written ?? "")?.[0];
      return id ? { id, url: CATALOGUE + id } : undefined;
    },
    // "ISBN 2-07-036939-6 (br.)"
    isbns: (record) =>
      record.texts("dc\\:identifier").flatMap((identifier) => /^ISBN (.+)$/i.exec(identifier)?.[1] ?? []),
    // "Hugo, Victor (1802-1885). Auteur du texte"
    name: (creator) => creator.replace(/ \([^()]*\)\..*$/, "").replace(ROLE, ""),
  }),
});
