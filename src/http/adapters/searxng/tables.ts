import { csvOf } from "../../formats/rows.ts";
import { XML_HEAD, xmlElement } from "../../formats/xml.ts";
import type { searxngAnswerOf } from "./answer.ts";

type Answer = ReturnType<typeof searxngAnswerOf>;

type Row = Readonly<Record<string, unknown>>;

/** SearXNG's columns. */
const rowOf = ({ title, url, content, parsed_url, engine, score }: Row): Row => ({
  title,
  url,
  content,
  host: Array.isArray(parsed_url) ? parsed_url[1] : "",
  engine,
  score,
  type: "result",
});

/** An answer as SearXNG's CSV; without results the head alone. */
export function searxngCsv({ results }: Answer): string {
  const rows = results.map((result) => rowOf({ ...result }));
  return rows.length > 0 ? csvOf({ rows }, { list: "rows" }) : "title,url,content,host,engine,score,type\n";
}

/** An answer as RSS 2.0 with OpenSearch's counts. */
export function searxngRss({ query, results }: Answer, base: string): string {
  const items = results.map((result) => {
    const { title, url, content, publishedDate }: Row = { ...result };
    const date = typeof publishedDate === "string" ? new Date(publishedDate) : undefined;
    return [
      "<item>",
      xmlElement("title", title),
      xmlElement("type", "result"),
      xmlElement("link", url),
      xmlElement("description", content),
      ...(date && !Number.isNaN(date.getTime()) ? [xmlElement("pubDate", date.toUTCString())] : []),
      "</item>",
    ].join("");
  });
  return [
    XML_HEAD,
    '<rss version="2.0" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"><channel>',
    xmlElement("title", `Tributary search: ${query}`),
    xmlElement("link", `${base}/search?${new URLSearchParams({ q: query })}`),
    xmlElement("description", `Search results for "${query}" - Tributary`),
    `<opensearch:totalResults>${results.length}</opensearch:totalResults>`,
    ...items,
    "</channel></rss>\n",
  ].join("");
}
