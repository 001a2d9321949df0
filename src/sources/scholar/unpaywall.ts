import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { emptyOn } from "../kit/answer.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { clip, query } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { doiOf, doiPath } from "./identifiers.ts";
import { Answer, copyOf, UnpaywallItem } from "./unpaywall-record.ts";

export const unpaywall = defineSource({
  id: "unpaywall",
  title: "Unpaywall",
  docs: "https://unpaywall.org/products/api",
  terms: "free, 100,000 requests a day; wants a real e-mail address",
  key: { env: ["UNPAYWALL_EMAIL"], required: true, from: "your own e-mail address" },
  query: query({
    describe: "a DOI",
    example: "10.1186/s12961-026-01544-8",
    parse: (q) => {
      const doi = doiOf(q);
      if (!doi) throw new SourceError("bad-query", `“${clip(q)}” is not a DOI.`);
      return { doi };
    },
  }),
  item: UnpaywallItem,
  polite: { concurrency: 2, minIntervalMs: 100 },
  read: json({
    request: ({ doi, key }: { doi: string } & PageAsk) =>
      get(`https://api.unpaywall.org/v2/${doiPath(doi)}`, { email: key }),
    judge: emptyOn(404),
    body: Answer,
    items: (answer) => [copyOf(answer)],
  }),
});
