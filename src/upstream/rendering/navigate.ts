import { type BrowserContext, type CDPSession, errors, type Page, type Request, type Response } from "playwright-core";
import { Observable } from "rxjs";
import { SourceError } from "../../errors.ts";
import { REFUSAL_HEADER, type WayOut } from "../guard-proxy.ts";
import { BrowserLost } from "./browser-lost.ts";
import { intercept, type Rules } from "./intercept.ts";

const NAVIGATION_MS = 20_000;
/** A page that goes from host to host is no page. */
const MAX_HOST_CHANGES = 3;
/** Documents that a page may show one after another. */
const MAX_DOCUMENTS = 10;

/** What a page's requests are held to. */
export type Bounds = Pick<Rules, "wayOut" | "config" | "guard">;

/** A page that has not been anywhere. */
export interface Blank {
  readonly page: Page;
  readonly session: CDPSession;
  readonly token: string;
  /** Why the last request to the URL's host and port failed. */
  readonly failureAt: WayOut["failureAt"];
}

/** A profile's one page, which opens no others; behind a gateway its requests are asked there, and cut off on unsubscription. */
export const blankPage = (
  context: BrowserContext,
  bounds: Bounds,
  rules: Pick<Rules, "blocked" | "first"> = { blocked: [] },
): Observable<Blank> =>
  new Observable((subscriber) => {
    const leaving = new AbortController();
    subscriber.add(() => leaving.abort());
    opened(context, bounds, { ...rules, left: leaving.signal }).then(
      (blank) => subscriber.next(blank),
      (error: unknown) => subscriber.error(error),
    );
  });

async function opened(
  context: BrowserContext,
  bounds: Bounds,
  rules: Pick<Rules, "blocked" | "first" | "left">,
): Promise<Blank> {
  const page = await context.newPage();
  context.on("page", (popup) => void popup.close());
  page.on("filechooser", () => undefined);
  const session = await context.newCDPSession(page);
  const failureAt = await intercept(session, { ...bounds, ...rules });
  return { page, session, token: bounds.wayOut.token, failureAt };
}

/**
 * The answer that the page shows now. Throws where the page has led the browser to an address that is refused or not reached:
 * what is shown then is no page.
 */
export type Shown = () => Response;

/**
 * Goes to an address. Emits once the first document has begun to arrive, or, by `until`, is parsed. It does not complete: as long
 * as it is subscribed, it errors when the page leads the browser to an address that the guard refuses, to too many hosts, or ends.
 */
export function navigated(
  { page, failureAt, token }: Blank,
  url: string,
  until: "commit" | "domcontentloaded",
): Observable<Shown> {
  return new Observable((subscriber) => {
    let asked = url;
    let latest: Response | undefined;
    let [documents, changes] = [0, 0];
    const navigates = (request: Request): boolean =>
      request.isNavigationRequest() && request.frame() === page.mainFrame();
    const tooMany = (): SourceError => new SourceError("unreachable", `${url} leads from page to page without an end.`);
    page.on("request", (request) => {
      if (!navigates(request)) return;
      const elsewhere = hostOf(request.url()) !== hostOf(asked);
      // A server's redirect is counted by the browser.
      if (!request.redirectedFrom()) documents += 1;
      if (elsewhere && !request.redirectedFrom()) changes += 1;
      asked = request.url();
      latest = undefined;
      if (documents > MAX_DOCUMENTS || changes > MAX_HOST_CHANGES) subscriber.error(tooMany());
    });
    page.on("response", (answer) => {
      if (!navigates(answer.request())) return;
      latest = answer;
      if (answer.headers()[REFUSAL_HEADER] === token)
        subscriber.error(failureAt(answer.url()) ?? refused(answer.url()));
    });
    page.on("requestfailed", (request) => {
      const failure = navigates(request) ? failureAt(request.url()) : undefined;
      if (failure?.kind === "forbidden-target") subscriber.error(failure);
    });
    page.on("crash", () =>
      subscriber.error(
        new SourceError("crashed", `The page at ${asked} ended its process, or was ended for the memory that it took.`),
      ),
    );
    const shown = (first: Response | null): Response => {
      if (!/^https?:/.test(page.url()) || !first)
        throw failureAt(asked) ?? new SourceError("unreachable", `${asked} showed no page.`);
      return latest ?? first;
    };
    page.goto(url, { waitUntil: until, timeout: NAVIGATION_MS }).then(
      (first) => subscriber.next(() => shown(first)),
      (error: unknown) => subscriber.error(failureAt(asked) ?? visitError(error, asked)),
    );
  });
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? "";

const refused = (url: string): SourceError => new SourceError("forbidden-target", `${url} may not be visited.`);

function visitError(error: unknown, url: string): SourceError {
  const said = error instanceof Error ? error.message : String(error);
  // Not the page's fault: it may be tried in another browser.
  if (/(?:browser|target|page|context)[^:]{0,40} closed/i.test(said))
    return new BrowserLost(`The browser was lost on the way to ${url}.`, { cause: error });
  if (error instanceof errors.TimeoutError)
    return new SourceError("timeout", `${url} did not load in time.`, { cause: error });
  if (/Download is starting/.test(said))
    return new SourceError("unsupported-type", `${url} is a download, not a page.`, { cause: error });
  const code = /net::(ERR_[A-Z_]{1,60})/.exec(said)?.[1];
  if (code?.startsWith("ERR_CERT_"))
    return new SourceError("unreachable", `${url} has no valid certificate (${code}).`, { cause: error });
  if (code === "ERR_TOO_MANY_REDIRECTS")
    return new SourceError("unreachable", `${url} redirects in a circle.`, { cause: error });
  return new SourceError("unreachable", `${url} could not be opened${code ? ` (${code})` : ""}.`, { cause: error });
}
