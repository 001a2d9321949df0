import type { Observable } from "rxjs";
import type { Client } from "../admission/client.ts";
import type { SourceError } from "../errors.ts";
import type { BrowserState, CacheStats, Dependency, UpstreamStats } from "./stats.ts";

/** How gently a host is asked. Requests that share `key` share one queue. */
export interface Pace {
  readonly key: string;
  /** Requests under way at once. */
  readonly concurrency: number;
  /** Milliseconds between two request starts. */
  readonly minIntervalMs: number;
}

/** One HTTP request. Sent when its Observable is subscribed, aborted down to the socket when unsubscribed. */
export interface HttpRequest {
  readonly url: string;
  /** Default `GET`. */
  readonly method?: "GET" | "HEAD" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** `manual` hands the 3xx answer out as it is. Default `follow`, ten hops at most. */
  readonly redirect?: "follow" | "manual";
  /** The URL, or what it redirects to, is a user's choice: the guard looks at every hop. */
  readonly guarded?: boolean;
  /** A service of the operator's own (a language model), not an upstream: it is not asked through the gateway. */
  readonly direct?: boolean;
  /** Name of a cookie session: cookies set by one answer are sent with the next request of the same name. */
  readonly session?: string;
  /** Whether a failed try may be repeated. Default: true for GET and HEAD. */
  readonly idempotent?: boolean;
  /** Bytes of the decoded body at most; default from the configuration. */
  readonly maxBytes?: number;
  /** The reader of a stream holds all of its body, which then counts against the budget of bytes in flight. */
  readonly holdsAll?: boolean;
  /** Milliseconds from the first byte sent to the last byte read, redirects included; default from the configuration. */
  readonly timeoutMs?: number;
  /** Default: one queue per host. */
  readonly pace?: Pace;
  /** Milliseconds that it may wait for its turn in the queue; default: as long as it takes. */
  readonly maxQueueWaitMs?: number;
  /** Whom it is sent for: queues are fair by client. Default: the service itself. */
  readonly client?: Client | undefined;
}

/** An answer's head. Header names are lower case; repeated headers are joined with `, ` but for `set-cookie`. */
export interface HttpHead {
  /** The URL that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookie: readonly string[];
  /** Every redirect taken on the way, in order. */
  readonly redirects: readonly { readonly status: number; readonly url: string; readonly location: string }[];
  /** The address the answering socket was connected to, where it was not a gateway. */
  readonly remoteAddress?: string | undefined;
  /** Milliseconds from sending the request to this head, a new connection included; absent where a gateway or proxy stood between. */
  readonly firstByteMs?: number;
  /** True when a replay gateway served a recording. */
  readonly replayed: boolean;
}

/** A whole answer: content-encoding is undone, charset is not (see `decodeText`). */
export interface HttpResponse extends HttpHead {
  readonly body: Uint8Array;
  /** Milliseconds from when its first try left the queue to the body's end, retries and redirects included. */
  readonly tookMs?: number;
}

/**
 * An answer whose body is still arriving. `body` is subscribed at most once, as soon as the head is there: one that nobody
 * has begun to read a quarter of a second later is let go, and its connection closed.
 */
export interface HttpStream extends HttpHead {
  readonly body: Observable<Uint8Array>;
  /** Bytes of the body that have come over the network so far, before its content-encoding is undone; absent where nobody counts. */
  readonly received?: () => number;
}

export type DnsRecordType = "A" | "AAAA" | "MX" | "NS" | "TXT" | "CAA" | "SOA" | "CNAME" | "SRV" | "PTR" | "DS";

export interface DnsRecord {
  readonly name: string;
  readonly type: DnsRecordType;
  readonly ttl: number;
  /** Presentation form: the address, the host, the joined text, … */
  readonly value: string;
  /** The record's parts by name (MX: priority, exchange; SOA: nsname, hostmaster, serial, …). */
  readonly data: Readonly<Record<string, string | number>>;
}

export interface DnsAnswer {
  /** `NOERROR` with no records: the name exists, without a record of that type. */
  readonly code: "NOERROR" | "NXDOMAIN" | "SERVFAIL" | "REFUSED" | "OTHER";
  readonly records: readonly DnsRecord[];
}

/** One certificate of a chain; times are ISO 8601. */
export interface TlsCertificate {
  readonly subject: string;
  readonly subjectCN?: string | undefined;
  readonly issuer: string;
  readonly issuerCN?: string | undefined;
  readonly subjectAltNames: readonly string[];
  readonly validFrom: string;
  readonly validTo: string;
  readonly serialNumber: string;
  readonly fingerprint256: string;
  readonly keyType?: string | undefined;
  readonly keyBits?: number | undefined;
}

export interface TlsReport {
  readonly host: string;
  readonly port: number;
  readonly chain: readonly TlsCertificate[];
  readonly protocol: string;
  readonly cipher: string;
  readonly alpn?: string | undefined;
  readonly authorized: boolean;
  readonly authorizationError?: string | undefined;
  readonly ocspStapled: boolean;
}

export interface BrowserJob {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly fullPage: boolean;
  readonly format: "png" | "jpeg" | "webp";
  readonly quality?: number | undefined;
  readonly dark: boolean;
  readonly delayMs: number;
  /** Pixels: the picture is scaled down until neither side is longer. */
  readonly maxEdge?: number | undefined;
  /** Whom it is drawn for: the queue is fair by client. */
  readonly client?: Client | undefined;
}

export interface BrowserShot {
  readonly url: string;
  readonly title: string;
  readonly status: number;
  readonly width: number;
  readonly height: number;
  readonly image: Uint8Array;
}

export interface RenderJob {
  /** Whom it is rendered for: the queue is fair by client. */
  readonly client?: Client | undefined;
  readonly url: string;
  /** Names of global variables to read, as `jQuery.fn.jquery`. Default: none. */
  readonly globals?: readonly string[];
  /**
   * `flattened`: the document as it is shown, for its text: shadow roots and frames in place, without scripts, hidden parts and
   * dialogs of consent; what holds no text is not requested. `markup`, the default: the document's markup.
   */
  readonly as?: "markup" | "flattened";
  /** The answer of the URL that is held already: the browser gets it instead of asking again. */
  readonly first?: Pick<HttpResponse, "url" | "status" | "headers" | "setCookie" | "body"> | undefined;
  /** Milliseconds to wait once the page has settled. */
  readonly waitForMs?: number | undefined;
  /** As a phone shows it: 390 × 844 pixels, touch, a mobile User-Agent. */
  readonly mobile?: boolean | undefined;
  /** Scroll down first, ten windows at most, for what is loaded only then. */
  readonly scroll?: boolean | undefined;
  /** What to do on the page once it has settled, in order; it settles again before it is read. */
  readonly actions?: readonly PageAction[] | undefined;
  /** A picture of the page as it is read. */
  readonly picture?: PictureOf | undefined;
  /** Give the markup besides (`markup`). */
  readonly withMarkup?: boolean | undefined;
  /** Why it is rendered, for logs and traces. */
  readonly reason?: string | undefined;
}

/** What a picture shows; default: the window, as PNG. */
export interface PictureOf {
  /** All of the page, 10,000 pixels at most. */
  readonly fullPage?: boolean | undefined;
  /** 1 to 100: JPEG of that quality. */
  readonly quality?: number | undefined;
  readonly viewport?: { readonly width: number; readonly height: number } | undefined;
}

/** One thing to do on a page; selectors are CSS. */
export type PageAction =
  | { readonly type: "wait"; readonly milliseconds?: number | undefined; readonly selector?: string | undefined }
  | { readonly type: "click"; readonly selector: string; readonly all?: boolean | undefined }
  /** Types into what has the focus. */
  | { readonly type: "write"; readonly text: string }
  | { readonly type: "press"; readonly key: string }
  | {
      readonly type: "scroll";
      readonly direction?: "up" | "down" | undefined;
      readonly selector?: string | undefined;
    }
  | ({ readonly type: "screenshot" } & PictureOf)
  | { readonly type: "scrape" }
  | { readonly type: "executeJavascript"; readonly script: string }
  | {
      readonly type: "pdf";
      readonly format?: string | undefined;
      readonly landscape?: boolean | undefined;
      readonly scale?: number | undefined;
    };

/** A picture as it was taken. */
export interface Picture {
  readonly type: "image/png" | "image/jpeg";
  readonly bytes: Uint8Array;
}

/** What actions brought, each list in their order. */
export interface ActionsDone {
  readonly pictures: readonly Picture[];
  readonly scrapes: readonly { readonly url: string; readonly html: string }[];
  /** A value is JSON, or a text where it is none. */
  readonly returns: readonly { readonly type: string; readonly value: unknown }[];
  readonly pdfs: readonly Uint8Array[];
}

/** A page once its scripts have run: `body` is the document as it then stands, in UTF-8; redirects are not told. */
export interface RenderedPage extends HttpResponse {
  /** The asked variables that are there: a text's beginning or a number as text, else whether it is truthy. */
  readonly globals: Readonly<Record<string, string>>;
  /** What of the page is not in the document, in our words. */
  readonly warnings?: readonly string[];
  /** What the job's actions brought; absent where it had none. */
  readonly done?: ActionsDone;
  readonly picture?: Picture;
  /** The document's markup, scripts included, in UTF-8; where it was asked for. */
  readonly markup?: Uint8Array;
}

export type RenderMode = "auto" | "always" | "never";

/** The browser for pages that need JavaScript, as the configuration has it. */
export interface Rendering {
  /** What is done where nobody says otherwise. */
  readonly mode: RenderMode;
  /** Whether there is a browser to ask; looks, and starts none. */
  available(): boolean;
  /** How the browser fares; asking starts none. */
  state?(): BrowserState;
  /** Told why a page is rendered, to be counted. */
  decided?(reason: string): void;
  /** How many pages were rendered why, since the start. */
  decisions?(): ReadonlyMap<string, number>;
}

/** A blank page to be driven from outside: whatever it asks is held to the guard. */
export interface LentPage {
  /** Where the browser's DevTools protocol is spoken: `http://127.0.0.1:<port>`. */
  readonly devtools: string;
  /** The page's id in that protocol. */
  readonly target: string;
  /** Why the last request to the URL's host and port was not let through, or did not get through. */
  failureAt(url: string): SourceError | undefined;
}

/** What a source lives through, for `/health` and for resting. */
export interface SourceState {
  /** `failing`: it is asked, and failed three times or more in a row. */
  readonly state: "ok" | "failing" | "resting" | "probing" | "unknown";
  /** ISO 8601, while resting. */
  readonly restingUntil?: string | undefined;
  readonly lastError?: { readonly code: string; readonly error: string; readonly at: string } | undefined;
  readonly lastOk?: string | undefined;
  readonly consecutiveFailures: number;
}

/** How long each source's last requests took, by id. */
export interface Latencies {
  /** One request took so long; one that was cut off took at least so long. */
  observe(id: string, ms: number): void;
  /** Milliseconds that one request of a search over several may take. */
  deadlineMs(id: string): number;
  /** A request is sent for the source. */
  asked(id: string): void;
  /** Requests sent since the start, by source. */
  requests(): ReadonlyMap<string, number>;
}

/** Circuit breaker per source: one that says no is left alone for a while, then probed once. */
export interface CircuitBreaker {
  /**
   * Passes `source$` through; errors at once, as it did, while the id rests. `probe` asks all the same, one at a time.
   * `opensAfter`: so many failures in a row begin a rest where the host gave no answer at all; default 3.
   */
  guard<T>(id: string, source$: Observable<T>, probe: boolean, opensAfter?: number): Observable<T>;
  state(id: string): SourceState;
  states(): ReadonlyMap<string, SourceState>;
}

export interface CachePolicy {
  readonly key: string;
  readonly ttlMs: number;
  /** Ask the upstream even when a fresh value is held, and hold what it answers. */
  readonly refresh: boolean;
  /** The value's requests have the deadlines of a search over several: only others of that kind share its flight. */
  readonly merged?: boolean;
  /** A held value older than that is not fresh, however long it is kept. */
  readonly maxAgeMs?: number;
  /** A failure stays one, whatever is held: no value past its time stands in for the upstream. A refresh's does in any case. */
  readonly uncovered?: boolean;
  /** Called when the upstream failed and a value past its time was served instead. */
  readonly onStale?: (error: unknown, ageMs: number) => void;
  /** Called when a fresh value was served. */
  readonly onHit?: (ageMs: number) => void;
}

/** Results by key: fresh values answer, concurrent identical requests share one flight, a stale value covers a failure. */
export interface ResultCache {
  /** `value$` must emit one JSON-serialisable value. */
  through<T>(policy: CachePolicy, value$: Observable<T>): Observable<T>;
  stats(): CacheStats;
}

/** The only door to the network. Every member is cold: nothing is sent before a subscription, and unsubscribing aborts. */
export interface Upstream {
  /** Whom it is asked for: see `forClient`. Absent: the service itself. */
  readonly client?: Client;
  /** Emits once the code that speaks HTTP is loaded; undefined: it is there. Asking loads it as well. */
  loading(): Observable<unknown> | undefined;
  /** The whole answer, once. Any status is an answer, not an error. */
  http(request: HttpRequest): Observable<HttpResponse>;
  /** The head as soon as it is there, with the body as a stream, for bodies too large to hold. */
  httpStream(request: HttpRequest): Observable<HttpStream>;
  /** One WHOIS question (RFC 3912); emits the answer's text. */
  whois(server: string, question: string): Observable<string>;
  dns(name: string, type: DnsRecordType): Observable<DnsAnswer>;
  tls(host: string, port: number): Observable<TlsReport>;
  screenshot(job: BrowserJob): Observable<BrowserShot>;
  /**
   * A page after its scripts have run: the document that a browser makes of it, read once it has settled (neither requests for
   * data nor changes of its text). Cold; unsubscribing closes the page and all its requests. `render({url, as: "flattened"})` is
   * for extraction; `actions`, `waitForMs`, `mobile`, `picture` and `withMarkup` are for whoever drives the page.
   *
   * Errors: `no-browser`; `busy` where the queue is full or the browser keeps ending; `forbidden-target` where the URL, or whatever
   * the page leads to, may not be reached; `action-failed`, with a sentence that names action and selector; `timeout` after 45 s and
   * what the job waits; `too-large` for what outgrows its memory; `unsupported-type` for a download; `unreachable`, `crashed`.
   */
  render(job: RenderJob): Observable<RenderedPage>;
  readonly rendering: Rendering;
  /** A page for visiting the URL, there until unsubscribed; does not complete. */
  lend(url: string, client?: Client): Observable<LentPage>;
  readonly circuitBreaker: CircuitBreaker;
  readonly latencies: Latencies;
  readonly cache: ResultCache;
  stats(): UpstreamStats;
  /** None where neither a Redis nor a gateway is set. */
  readonly dependencies: readonly Dependency[];
  /** Closes idle sockets and the browser. */
  close(): Promise<void>;
}
