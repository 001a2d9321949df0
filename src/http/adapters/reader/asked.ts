import { compile } from "css-select";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { checked, SourceError } from "../../../errors.ts";
import type { ExtractRequest } from "../../../pipelines/extract.ts";
import { RenderWhen, whole } from "../../../pipelines/parameters.ts";
import type { RenderMode } from "../../../upstream/types.ts";

/** What a request's headers say of its answer. */
export interface ReaderRequest {
  /** `page`: title, address and date before the Markdown. */
  readonly shown: "page" | "markdown" | "text" | "html" | "no-content";
  readonly wire: "text" | "json" | "sse";
  readonly part?: ExtractRequest["part"];
  /** Tokens: an answer above fails. */
  readonly budget?: number | undefined;
  /** Tokens: an answer above is cut. */
  readonly most?: number | undefined;
  readonly timeoutS: number;
  readonly images: boolean;
  readonly render?: RenderMode | undefined;
}

const tokens = whole(1, 1_000_000).optional();

const Headers = z.object({
  "x-token-budget": tokens,
  "x-max-tokens": tokens,
  "x-timeout": whole(1, 180).default(30),
  "x-render": RenderWhen,
});

/** The names of formats; `default` and `content` are what is given without any. */
const FORMATS: ReadonlyMap<string, ReaderRequest["shown"]> = new Map(
  Object.entries<ReaderRequest["shown"]>({
    "": "page",
    content: "page",
    default: "page",
    html: "html",
    markdown: "markdown",
    "no-content": "no-content",
    text: "text",
  }),
);

const MAX_SELECTOR = 500;

export function readerRequestOf({ headers }: FastifyRequest): ReaderRequest {
  const said = (name: string): string => String([headers[name]].flat()[0] ?? "").trim();
  const format = said("x-respond-with") || said("x-return-format");
  const shown = FORMATS.get(format.toLowerCase());
  if (!shown)
    throw new SourceError(
      "bad-query",
      "X-Return-Format: must be markdown, html, text or content; /page/screenshot?q= gives a picture.",
    );
  const {
    "x-token-budget": budget,
    "x-max-tokens": most,
    "x-timeout": timeoutS,
    "x-render": render,
  } = checked(Headers, headers);
  const target = selectorIn("X-Target-Selector", said("x-target-selector"));
  const remove = selectorIn("X-Remove-Selector", said("x-remove-selector"));
  const accept = said("accept");
  return {
    shown,
    wire: accept.includes("text/event-stream") ? "sse" : accept.includes("application/json") ? "json" : "text",
    ...((target ?? remove) !== undefined && { part: { target, remove } }),
    budget,
    most,
    timeoutS,
    ...(render !== undefined && { render }),
    images: /^(true|all)$/i.test(said("x-with-images-summary")),
  };
}

function selectorIn(name: string, selector: string): string | undefined {
  if (selector === "") return undefined;
  try {
    if (selector.length > MAX_SELECTOR) throw new RangeError("too long");
    compile(selector);
    return selector;
  } catch (cause) {
    throw new SourceError("bad-query", `${name}: is not a CSS selector of at most ${MAX_SELECTOR} characters.`, {
      cause,
    });
  }
}

/** The rest of a request's address after its route, as it was sent, its query included. */
export function restOf({ originalUrl }: FastifyRequest, route: string): string {
  const rest = originalUrl.slice(route.length).replace(/^\//, "");
  return /^https?%3a/i.test(rest) ? decoded(rest) : rest;
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What a POST's form or JSON body, or a query, says under one of the names. */
export function fieldOf(fields: unknown, names: readonly string[]): string | undefined {
  if (typeof fields !== "object" || fields === null) return undefined;
  const found = Object.entries(fields).find(([name, value]) => names.includes(name) && typeof value === "string");
  return typeof found?.[1] === "string" ? found[1] : undefined;
}
