import type { Observable } from "rxjs";
import type { z } from "zod";
import type { SourceError } from "../errors.ts";
import type { HttpRequest, HttpResponse, HttpStream, Upstream } from "../upstream/types.ts";

/** What a source is asked with. `parse` turns the words of `q` into typed input, or throws `bad-query`. */
export interface QuerySpec<Input> {
  /** One sentence: what `q` is. */
  readonly describe: string;
  /** A `q` that works. */
  readonly example: string;
  /** Further query parameters by name, each a zod schema over the parameter's text. */
  readonly options: z.ZodObject;
  parse(q: string, options: Readonly<Record<string, unknown>>): Input;
}

/** The keys of an upstream. */
export interface KeySpec {
  /** Every environment variable the source needs, the main one first. */
  readonly env: readonly [string, ...string[]];
  /** Variables that it reads where they are set, and never needs: a version, a site that was registered with the key. */
  readonly also?: readonly string[];
  /** Without a required key the source answers `missing-key`; an optional one opens an official API or a higher limit. */
  readonly required: boolean;
  /** Names an instance of software that many host. Unset: only requests by the source's name go to a public instance. */
  readonly instance?: string;
  /** Where one gets it. */
  readonly from?: string;
}

/** How gently an upstream is asked. */
export interface Politeness {
  /** Requests under way at once. */
  readonly concurrency?: number;
  /** Milliseconds between two requests. */
  readonly minIntervalMs?: number;
  /** Sent as `User-Agent`; default: the service's own truthful one. */
  readonly userAgent?: string;
}

/** Something a reader has to say beside its items. */
export type Notice =
  /** A value past its time was served because the upstream failed. */
  | { readonly kind: "stale"; readonly error: SourceError; readonly ageMs: number }
  /** The answer came from the cache. */
  | { readonly kind: "cached"; readonly ageMs: number }
  /** An answer's rows that did not fit the item's schema were left out. */
  | { readonly kind: "dropped"; readonly count: number; readonly why: string }
  /** One of the lists that the answer is made of could not be read: what it would have told is unknown, not none. */
  | { readonly kind: "untold"; readonly part: string; readonly error: SourceError }
  /** Further pages were not asked, and why. */
  | { readonly kind: "unread"; readonly text: string }
  /** The upstream's own remark, or how the query was understood; `once`: said of this very request, not of what it brought. */
  | { readonly kind: "note"; readonly text: string; readonly once?: true };

/** How a page's value is held, where it is not held as usual. */
export interface Holding {
  /** It serves every query of the source, for so long. */
  readonly ttlMs?: number;
  /** Although it serves every query, it is asked afresh where the request wants fresh answers. */
  readonly renewed?: boolean;
  /** It is what was asked for, not a means to it: its age is worth a notice. Default: unless it serves every query. */
  readonly told?: boolean;
  /** The name of another way to the source's items: it rests by itself, not when the first way does. */
  readonly way?: string;
  /**
   * The id of the source whose answer it is, where another one asks for it; `category/id` where that is of another category:
   * held and resting under that name.
   */
  readonly source?: string;
  /** What was asked is a user's choice of site: that one site refuses says nothing of the next, so nothing rests. */
  readonly anySite?: boolean;
}

/** Where a source has got to: a page by number and by what the page before gave. */
export interface PlaceReached {
  /** 1-based. */
  readonly page: number;
  readonly cursor?: string | undefined;
}

/** An answer that is to be read, and what of the source it is the answer to. */
export interface Answered {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly at: PlaceReached | undefined;
  /** Takes what there is to say beside the items. */
  notice(notice: Notice): void;
}

/** What a reader is given beside its input. */
export interface ReadContext {
  /** The source's id. */
  readonly source: string;
  /** Pages to read at most. */
  readonly pages: number;
  /** Items that are enough: no further page is asked once they are there; absent: all that the pages have. */
  readonly enoughItems?: number | undefined;
  /** The values of the declared key variables that are set. */
  readonly keys: Readonly<Record<string, string>>;
  readonly upstream: Upstream;
  /** The folder for what a source keeps between asks; absent: it keeps nothing. */
  readonly dataDir?: string | undefined;
  /** `upstream.http` with the source's politeness and User-Agent; `stream` is `upstream.httpStream` likewise. */
  fetch(request: HttpRequest): Observable<HttpResponse>;
  stream(request: HttpRequest): Observable<HttpStream>;
  /** Holds one page's value in the result cache under the source, its query and `name`, and lets a source that says no rest. */
  cached<T>(name: string, value$: Observable<T>, holding?: Holding): Observable<T>;
  /**
   * Reads an answer that might keep others waiting by the same source in another process: what `read` gives can be copied.
   * Undefined for other answers, which are read here; absent: all are.
   */
  reading?<T>(answered: Answered, read: () => T): Observable<T> | undefined;
  /** The page to begin with; absent: the first. */
  readonly at?: PlaceReached | undefined;
  notice(notice: Notice): void;
  /** Takes what is to be kept only once the answer was shown whole; absent: it is kept before the answer is given. */
  readonly pledge?: ((keep$: Observable<unknown>) => void) | undefined;
  /** Milliseconds since 1970: the clock that relative dates are counted from. */
  now(): number;
}

/** How a source reads: a cold Observable of items; unsubscribing aborts what it asked. */
export type Reader<Input, Item> = (input: Input, context: ReadContext) => Observable<Item>;

/** An item as a reader may hand it over: what is optional may also be null, and "" counts as absent. */
export type Draft<T> = T extends readonly (infer U)[]
  ? readonly Draft<U>[]
  : T extends object
    ? { [K in keyof T]: undefined extends T[K] ? Draft<Exclude<T[K], undefined>> | null | undefined : Draft<T[K]> }
    : T;

/** What every item has, whatever its source. */
export interface Item {
  readonly source: string;
  readonly [field: string]: unknown;
}

/** What a source says of itself; its schemas are zod's where its code is there, JSON Schema where it is only listed. */
interface Described<Schema> {
  readonly id: string;
  readonly title: string;
  /** The upstream's documentation. */
  readonly docs: string;
  /** One line for the docs table: terms, rate limit, licence of the data. */
  readonly terms?: string;
  /**
   * What stands behind its reading where no recorded response does: `documentation` (no response was ever seen), or
   * `no-http` (there is no HTTP upstream to record).
   */
  readonly evidence?: "documentation" | "no-http";
  readonly query: { readonly describe: string; readonly example: string; readonly options: Schema };
  readonly item: Schema;
  readonly key?: KeySpec;
  readonly polite?: Politeness;
  /** The id of the engine whose index it shows: fusion counts a backing engine once. */
  readonly backedBy?: string;
  /** The weight of its ranks in fusion; default 1. */
  readonly weight?: number;
  /** Asking it changes what it answers later: another site's page may not make a browser ask. */
  readonly remembers?: true;
  /** Its whole reading, from the words of `q`; items are complete but for the context's checks. */
  open(q: string, options: Readonly<Record<string, unknown>>, context: ReadContext): Observable<Item>;
}

/** Where a source stands. */
interface Placed {
  readonly category: string;
  /** How long an answer of it counts as fresh. */
  readonly ttlMs: number;
}

/** A source as it is written: see `defineSource`. */
export interface SourceDefinition extends Described<z.ZodObject> {}

/** A source whose items' type is known: what is verified by its `item` is an `Output`. */
export interface TypedSource<Id extends string, Output> extends SourceDefinition {
  readonly id: Id;
  /** Its items' type, for whoever asks it by name (`ItemOf`); it has no value. */
  readonly items?: Output;
}

/** The items of a source: `ItemOf<typeof opengraph>`. */
export type ItemOf<S> = S extends TypedSource<string, infer Output> ? Output : never;

/** A source in its place. */
export interface Source extends SourceDefinition, Placed {}

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** A source as the catalogue lists it: all that is known of it while its code is not there. Opening it brings the code. */
export interface ListedSource extends Described<JsonSchema>, Placed {
  /** Its code, imported with its category when first subscribed; fails with `internal` where that cannot be. */
  readonly code: Observable<Source>;
  /** Its code where that is here already. */
  loaded(): Source | undefined;
}

/** A source as far as it is run. */
export type Runnable = Omit<Described<unknown>, "query" | "item" | "docs" | "terms" | "evidence"> & Placed;
