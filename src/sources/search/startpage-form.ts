import { SourceError } from "../../errors.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { html } from "../kit/html.ts";
import type { PageAsk } from "../kit/paged.ts";
import { get, postForm } from "../kit/request.ts";
import type { SearchInput } from "./item.ts";

const HOME = "https://www.startpage.com/";

const DATES = { day: "d", week: "w", month: "m", year: "y" } as const;

const SAFE = { off: "none", moderate: "moderate", strict: "heavy" } as const;

const extra = { session: "startpage", headers: { origin: "https://www.startpage.com", referer: HOME } };

const lastPage = 18;

/** A redirect to the captcha. */
export const judge = ({ url }: HttpResponse): SourceError | undefined =>
  URL.parse(url)?.pathname.startsWith("/sp/captcha")
    ? new SourceError("blocked", "Startpage takes us for a bot and asks for a captcha.")
    : undefined;

/** The search form's token; a home page without one is a refusal. */
export const token = html({
  request: (_: SearchInput) => get(HOME, {}, { session: "startpage" }),
  judge,
  rows: 'form#search input[name="sc"]',
  item: (input) => input.attr("value"),
  empty: [],
  blocked: ["body"],
});

const languageName = (code: string): string =>
  new Intl.DisplayNames(["en"], { type: "language" }).of(code)?.toLowerCase() ?? "english";

/** One page of a search; undefined beyond the last that is served. */
export function request({
  text,
  language,
  safe,
  time_range,
  sc,
  page,
}: SearchInput & { readonly sc: string } & PageAsk) {
  if (page > lastPage) return undefined;
  const name = languageName(language ?? "en");
  const form = {
    query: text,
    cat: "web",
    t: "device",
    sc,
    lui: "english",
    language: name,
    abp: 1,
    abd: 1,
    abe: 1,
    qsr: "all",
    qadf: SAFE[safe ?? "moderate"],
    with_date: time_range && DATES[time_range],
    ...(page > 1 && { page, segment: "startpage.udog" }),
  };
  return postForm("https://www.startpage.com/sp/search", form, extra);
}
