import { z } from "zod";
import type { HttpResponse } from "../../upstream/types.ts";
import { emptyOn } from "../kit/answer.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { get } from "../kit/request.ts";
import type { Wanted } from "./item.ts";
import { itemOf, Row } from "./repology-record.ts";

const API = "https://repology.org/api/v1";

/** The upstream's own page size; it knows no parameter for it. */
const PER_PAGE = 200;

/** The project that a page begins with: the last one of the page before. */
const repeated = ({ url }: HttpResponse): string | undefined => {
  const written = /\/projects\/([^/]+)\/$/.exec(URL.parse(url)?.pathname ?? "")?.[1];
  return written && decodeURIComponent(written);
};

/** Projects by words of their names. */
export const search = json({
  pages: ({ text, cursor }: Wanted & PageAsk) =>
    get(`${API}/projects/${cursor ? `${encodeURIComponent(cursor)}/` : ""}`, { search: text }),
  body: z.record(z.string(), z.array(Row)),
  items: (projects, _input, response) =>
    Object.entries(projects).flatMap(([name, rows]) => (name === repeated(response) ? [] : itemOf(name, rows))),
  next: (projects) => {
    const names = Object.keys(projects);
    return names.length < PER_PAGE ? null : names.at(-1);
  },
});

/** A project by its name. */
export const one = json({
  request: ({ text }: Wanted & PageAsk) => get(`${API}/project/${encodeURIComponent(text.toLowerCase())}`),
  judge: emptyOn(404),
  body: z.array(Row),
  items: (rows, { text }) => (rows.length > 0 ? [itemOf(text.toLowerCase(), rows)] : []),
});
