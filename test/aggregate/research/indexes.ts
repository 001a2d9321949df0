import type { Page, World } from "../support.ts";

/*
 * Four works on floods, as five indexes answer a search for them. B cites A; C cites A and B; D, a preprint, cites A, which only
 * Semantic Scholar tells. W9 is a work that B and C cite besides.
 */

const holm = { display_name: "Ida Holm", orcid: "https://orcid.org/0000-0002-1825-0097" };
const river = {
  display_name: "River Journal",
  issn_l: "1111-1111",
  issn: ["1111-1111"],
  host_organization_name: "Delta",
};
const town = {
  display_name: "Town Letters",
  issn_l: "2222-2222",
  issn: ["2222-2222"],
  host_organization_name: "Delta",
};

const openalex = (id: string, doi: string, title: string, year: number, more: object) => ({
  id: `https://openalex.org/${id}`,
  doi: `https://doi.org/${doi}`,
  display_name: title,
  publication_year: year,
  publication_date: `${year}-03-01`,
  type: "article",
  ...more,
});

export const A = openalex("W1", "10.1000/a", "Attention to Rivers", 2019, {
  authorships: [
    { author: holm, institutions: [{ display_name: "Lund University" }] },
    { author: { display_name: "Lars Berg" }, institutions: [{ display_name: "Lund University" }] },
  ],
  primary_location: { source: river },
  cited_by_count: 100,
  referenced_works: [],
  open_access: { oa_status: "gold", oa_url: "https://river.example/a.pdf" },
  keywords: [{ display_name: "Flood" }, { display_name: "River" }],
  fwci: 4.2,
});
const B = openalex("W2", "10.1000/b", "Rivers and Dams", 2021, {
  authorships: [{ author: holm, institutions: [{ display_name: "Delft University" }] }],
  primary_location: { source: river },
  cited_by_count: 50,
  referenced_works: ["https://openalex.org/W1", "https://openalex.org/W9"],
  open_access: { oa_status: "closed" },
  keywords: [{ display_name: "Flood" }],
});
const C = openalex("W3", "10.1000/c", "Dams and Towns", 2022, {
  authorships: [{ author: { display_name: "Mia Falk" }, institutions: [] }],
  primary_location: { source: town },
  cited_by_count: 5,
  referenced_works: ["https://openalex.org/W1", "https://openalex.org/W2", "https://openalex.org/W9"],
});

const crossref = (DOI: string, title: string, year: number, citations: number) => ({
  DOI,
  title: [title],
  author: [{ given: "Ida", family: "Holm" }],
  issued: { "date-parts": [[year, 2]] },
  "container-title": ["River Journal"],
  ISSN: ["1111-1111"],
  type: "journal-article",
  "is-referenced-by-count": citations,
});

const D = {
  paperId: "d".repeat(40),
  title: "Floods of towns",
  abstract: "How towns are flooded, and what can be done about it before the river rises again.",
  authors: [{ name: "Noa Lind" }],
  year: 2023,
  citationCount: 3,
  isOpenAccess: true,
  openAccessPdf: { url: "https://arxiv.org/pdf/2301.00001", status: "GREEN" },
  externalIds: { ArXiv: "2301.00001" },
};

const arxiv = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">
<opensearch:totalResults>1</opensearch:totalResults><opensearch:startIndex>0</opensearch:startIndex>
<entry><id>http://arxiv.org/abs/2301.00001v2</id><title>Floods of towns</title><published>2023-01-01T00:00:00Z</published>
<summary>How towns are flooded.</summary><author><name>Noa Lind</name></author>
<link rel="alternate" href="https://arxiv.org/abs/2301.00001v2"/><category term="physics.geo-ph"/></entry></feed>`;

const europepmc = {
  hitCount: 1,
  nextCursorMark: "*",
  request: { cursorMark: "*" },
  resultList: {
    result: [
      {
        id: "7",
        source: "MED",
        pmid: "7",
        doi: "10.1000/A",
        title: "Attention to rivers.",
        authorString: "Holm I, Berg L.",
        firstPublicationDate: "2019-01-15",
        citedByCount: 40,
        abstractText: "The abstract of the work on rivers, as the library has it.",
      },
    ],
  },
};

const journals = {
  meta: { count: 2, page: 1, per_page: 25 },
  results: [
    {
      id: "https://openalex.org/S1",
      ...river,
      works_count: 1200,
      is_in_doaj: true,
      summary_stats: { "2yr_mean_citedness": 2.5, h_index: 40 },
    },
    {
      id: "https://openalex.org/S2",
      ...town,
      works_count: 80,
      is_in_doaj: false,
      summary_stats: { "2yr_mean_citedness": 0.75, h_index: 6 },
    },
  ],
};

const references: Readonly<Record<string, unknown>> = {
  "DOI:10.1000/a": { data: [] },
  "ARXIV:2301.00001": { data: [{ citedPaper: { title: "Attention to Rivers", externalIds: { DOI: "10.1000/a" } } }] },
};

function semantic({ pathname }: URL): Page | undefined {
  const [id, kind] = decodeURIComponent(pathname.replace("/graph/v1/paper/", "")).split(/\/(references|citations)$/);
  if (id === "search")
    return { body: { total: 2, data: [D, { title: "Attention to Rivers", externalIds: { DOI: "10.1000/A" } }] } };
  return kind === "references" ? { body: (references[id ?? ""] ?? { data: [] }) as object } : { body: { data: [] } };
}

export const WORLD: World = {
  hosts: {
    "api.openalex.org": ({ pathname }) =>
      pathname === "/sources"
        ? { body: journals }
        : { body: { meta: { count: 3, page: 1, per_page: 25 }, results: [A, B, C] } },
    "api.crossref.org": () => ({
      body: {
        message: {
          "total-results": 2,
          items: [
            crossref("10.1000/B", "Rivers and dams", 2021, 55),
            crossref("10.1000/A", "Attention to rivers", 2019, 90),
          ],
        },
      },
    }),
    "api.semanticscholar.org": semantic,
    "www.ebi.ac.uk": () => ({ body: europepmc }),
    "export.arxiv.org": () => ({ body: arxiv, headers: { "content-type": "application/atom+xml" } }),
  },
};
