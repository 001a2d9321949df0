import { mergeMap, type Observable, of, throwError } from "rxjs";
import { SourceError } from "../../../errors.ts";
import type { HttpRequest, HttpResponse } from "../../../upstream/types.ts";
import type { ReadContext, Reader } from "../../source.ts";
import { type El, parseHtml } from "../html/dom.ts";
import { boundedJson, withCutLists } from "../readers/bounded-json.ts";
import { type Asking, type Page, paged } from "../readers/paged.ts";
import { answered, changed, type Judge } from "../responses/answer.ts";
import { wallIn } from "../responses/refusals.ts";
import { parseFeedXml } from "./document.ts";
import { jsonFeed } from "./json.ts";
import { type Feed, type FeedEntry, MOST_ENTRIES } from "./model.ts";
import { feedText } from "./text.ts";
import { xmlFeed } from "./xml.ts";

export type { Feed, FeedEntry } from "./model.ts";

const ACCEPT =
  "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/html;q=0.6, */*;q=0.5";

/** Types of the feeds that a page may declare, the ones that say most first. */
const DECLARED = ["application/atom+xml", "application/rss+xml", "application/feed+json", "application/rdf+xml"];

interface FeedSpec<Input, Out> {
  /** One entry read; undefined skips it. */
  readonly entry: (entry: FeedEntry, feed: Feed, input: Input, context: ReadContext) => Out | undefined;
  /** The next page's cursor; default: the feed's own link to its next page. */
  readonly next?: (feed: Feed, input: Input) => string | null | undefined;
  /** The source's own reading of status and headers. */
  readonly judge?: Judge;
}

/** What an answer is: a page of a feed, or a web page that declares one. */
type Found<Out> = { readonly page: Page<Out> } | { readonly declared: string };

/**
 * Reads feeds: RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0, JSON Feed, told apart by their content, and read as leniently
 * as feed readers do. A feed without entries is empty. Where the address is a user's choice (`guarded`) and answers
 * with a page that declares a feed (`link rel=alternate`), that feed is asked, once. Errors beside those of a status:
 * `unsupported-type` for a user's address that is no feed and declares none, `blocked` or `changed` for a source's own.
 */
export function feed<Input, Out>(spec: FeedSpec<Input, Out> & Asking<Input>): Reader<Input, Out> {
  return paged(spec, (request, input, context) => {
    const pageOf = (feed: Feed): Page<Out> => ({
      items: feed.entries.flatMap((entry) => spec.entry(entry, feed, input, context) ?? []),
      next: spec.next ? spec.next(feed, input) : (feed.next ?? null),
    });
    return found({ request, first: request, judge: spec.judge, pageOf }, context);
  });
}

interface Finding<Out> {
  readonly request: HttpRequest;
  /** The source's own request; another one is for the feed that its answer declared. */
  readonly first: HttpRequest;
  readonly judge: Judge | undefined;
  readonly pageOf: (feed: Feed) => Page<Out>;
}

/** The feed at an address, or the one that the page there declares. */
function found<Out>(finding: Finding<Out>, context: ReadContext): Observable<Page<Out>> {
  const { request, first, judge, pageOf } = finding;
  const asking = { ...request, headers: { accept: ACCEPT, ...request.headers } };
  const read = (response: HttpResponse): Page<Found<Out>> => {
    const answer = readAnswer(response, request, context);
    return { items: ["feed" in answer ? { page: pageOf(answer.feed) } : answer] };
  };
  return answered(asking, context, judge, read, first).pipe(
    mergeMap(({ items: [outcome] }) => {
      if (!outcome) return of({ items: [], next: null });
      if ("page" in outcome) return of(outcome.page);
      if (request !== first) return throwError(() => noFeed(request.url));
      context.notice({ kind: "note", text: `the page declares the feed ${outcome.declared}` });
      return found({ ...finding, request: { ...request, url: outcome.declared } }, context);
    }),
  );
}

function readAnswer(
  response: HttpResponse,
  { guarded }: HttpRequest,
  context: ReadContext,
): { readonly feed: Feed } | { readonly declared: string } {
  const feed = readFeed(response, context.source);
  if (feed) return { feed };
  const declared = guarded ? declaredIn(response) : undefined;
  if (declared) return { declared };
  throw wallIn(response) ?? (guarded ? noFeed(response.url) : changed(context.source, "no feed"));
}

/** A feed out of an answer, by its content; undefined where it is none. */
export function readFeed(response: HttpResponse, source: string): Feed | undefined {
  const text = unpacked(response, source);
  if (/^\s*[{[]/.test(text)) return jsonFeed(parsed(text, response.url), response.url);
  const start = text.slice(0, 4096);
  if (/<!doctype\s+html|<html[\s>]/i.test(start) && !/<(rss|rdf:rdf|([a-z]\w{0,20}:)?feed)[\s>]/i.test(start))
    return undefined;
  return xmlFeed(parseFeedXml(text, response.url), response.url);
}

function unpacked(response: HttpResponse, source: string): string {
  try {
    return feedText(response);
  } catch (cause) {
    throw new SourceError("unsupported-type", `${source}: the packed answer of ${response.url} cannot be unpacked.`, {
      cause,
    });
  }
}

function parsed(text: string, url: string): unknown {
  try {
    return withCutLists(boundedJson(text, URL.parse(url)?.host ?? url), MOST_ENTRIES);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    return undefined;
  }
}

/** The feed that a page declares: the first one of the type that says most. Feeds of comments come last. */
function declaredIn(response: HttpResponse): string | undefined {
  const page = parseHtml(feedText(response), response.url);
  const base = page.one("base[href]")?.link() ?? response.url;
  const links = page.all("link[rel~=alternate i][href], link[rel~=feed i][href]").flatMap((link) => {
    const rank = DECLARED.indexOf((link.attr("type")?.split(";", 1)[0] ?? "").toLowerCase());
    const url = URL.parse(link.attr("href") ?? "", base);
    return rank < 0 || !url || !/^https?:$/.test(url.protocol)
      ? []
      : [{ url: url.href, rank: rank + (ofComments(link) ? 10 : 0) }];
  });
  return links.toSorted((a, b) => a.rank - b.rank)[0]?.url;
}

const ofComments = (link: El): boolean => /comment/i.test(`${link.attr("title") ?? ""} ${link.attr("href") ?? ""}`);

const noFeed = (url: string): SourceError =>
  new SourceError("unsupported-type", `${url} is not a feed, and declares none (RSS, Atom or JSON Feed).`);
