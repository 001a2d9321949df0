import { catchError, map, type Observable, of } from "rxjs";
import { toSourceError } from "../errors.ts";
import { createDiscovery, type Discovery } from "../pipelines/crawl/discovery.ts";
import type { Arrival } from "../pipelines/crawl/frontier.ts";
import type { FailedPage } from "../pipelines/crawl/response.ts";
import { SeenKeys } from "../pipelines/crawl/seen.ts";
import { type MakePage, type Visit, type VisitDeps, visitor, visitorOf } from "../pipelines/crawl/visitor.ts";
import { parseUrl } from "../sources/kit/requests/query.ts";
import type { Afterwards } from "./afterwards.ts";
import { signedKey, type TaskEntry } from "./frontier.ts";
import { taskCrawlOptions } from "./limits.ts";
import { type Form, readOrder, type TaskRow } from "./order.ts";
import type { StoredOutcome, TaskStore } from "./store.ts";
import { type RunUnit, unitVisit } from "./units.ts";

type Visited = Observable<Arrival<TaskEntry, StoredOutcome>>;

/** How a process works on one task. */
export interface Crawling {
  visit(entry: TaskEntry): Visited;
  /** These are in the store: they need not be offered again. */
  known(keys: readonly bigint[]): void;
}

/** A page of a form: what is kept of it is its JSON. */
type FormPage = object & { readonly url?: string; readonly title?: string | undefined };

/** Pages of another making than a crawl's own. All are cold; what fails is that address's failure. */
interface PageForm {
  /** Of a page that a crawl has fetched. */
  readonly make: MakePage<FormPage>;
  /** Of an address by itself. */
  scrape(url: string): Observable<FormPage>;
  /** What is to be done once a page of these is kept. */
  kept?(page: object): readonly Observable<unknown>[];
}

export interface CrawlingDeps extends VisitDeps {
  /** The forms that orders may name; fails where the options cannot be read. */
  readonly forms?: Readonly<Record<string, (options: unknown, task: TaskRow) => PageForm>>;
  readonly runUnit: RunUnit;
}

/** Reads a task's order as one that is to be worked on; throws where it cannot be read. */
export function crawlingOf(
  row: TaskRow,
  store: Pick<TaskStore, "admit">,
  deps: CrawlingDeps & { readonly afterwards: Afterwards },
): Crawling {
  const order = readOrder(row.body);
  const { afterwards } = deps;
  if (order.kind === "scrape") return scraping(formOf(order.form, row, deps), afterwards);
  if (order.kind !== "crawl") return { visit: unitVisit(order, row, deps.runUnit, afterwards), known: () => undefined };
  const options = taskCrawlOptions.parse(order.options);
  const { spacing_ms: spacingMs } = options;
  const visiting = spacingMs === undefined ? deps : { ...deps, spacingMs, hostConcurrency: 1 };
  const seen = new SeenKeys();
  const adopted: unknown = JSON.parse(row.sites);
  const discovery = createDiscovery(
    parseUrl(order.url.trim()),
    options,
    {
      knows: (key) => seen.has(key),
      admit: (key, _host, by = key) => store.admit(row.id, signedKey(key), signedKey(by)),
    },
    Array.isArray(adopted) ? adopted.map(String) : [],
  );
  const form = order.form && formOf(order.form, row, deps);
  const visit: (
    entry: TaskEntry,
  ) => Observable<Arrival<TaskEntry | Pick<TaskEntry, "url" | "depth">, Visit<FormPage>>> = form
    ? visitorOf(visiting, discovery, form.make)
    : visitor(options, visiting, discovery);
  return {
    visit: (entry) =>
      visit(entry).pipe(
        map(
          ({ outcome, found = [], pace }): Arrival<TaskEntry, StoredOutcome> => ({
            ...(outcome && {
              outcome: outcomeOf(
                entry,
                form ? selected(outcome, discovery) : outcome,
                discovery.own(),
                remembering(form, afterwards),
              ),
            }),
            found: found.map((one) => ({ ...one, task: row.id })),
            ...(pace && { pace }),
          }),
        ),
      ),
    known(keys) {
      // With a breadth not all that is offered is kept.
      if (options.max_breadth === undefined) for (const key of keys) seen.add(key);
    },
  };
}

/** A crawl of a form keeps its first page, which is always visited, only where its patterns take it. */
function selected(visit: Visit<FormPage>, discovery: Discovery): Visit<FormPage> {
  const { entry, page, content: _, ...rest } = visit;
  if (!discovery.isFirst(entry) || page === undefined || "error" in page) return visit;
  return discovery.isSelected(new URL(entry.url)) ? visit : { entry, ...rest };
}

function formOf({ name, options }: Form, row: TaskRow, { forms = {} }: CrawlingDeps): PageForm {
  const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
  if (!form) throw new Error(`This version of the service knows no pages of the form ${name}.`);
  return form(options, row);
}

/** Addresses by themselves. */
const scraping = (form: PageForm, afterwards: Afterwards): Crawling => ({
  visit(entry) {
    const begin = performance.now();
    const pace = () => ({ answeredMs: performance.now() - begin });
    return form.scrape(entry.url).pipe(
      map((page) => ({
        outcome: outcomeOf(entry, { entry, page }, [], remembering(form, afterwards)),
        pace: pace(),
      })),
      catchError((thrown: unknown) => {
        const { kind: code, message: error, retryAfterMs } = toSourceError(thrown);
        const page: FailedPage = { url: entry.url, error, code };
        return of({
          outcome: outcomeOf(entry, { entry, page }, []),
          pace: { ...pace(), ...(retryAfterMs !== undefined && { retryAfterMs }) },
        });
      }),
    );
  },
  known: () => undefined,
});

type Remember = (page: FormPage, outcome: StoredOutcome) => void;

const remembering =
  (form: PageForm | undefined, afterwards: Afterwards): Remember =>
  (page, outcome) =>
    afterwards.add(outcome, form?.kept?.(page) ?? []);

function outcomeOf(
  entry: TaskEntry,
  visit: Visit<FormPage>,
  sites: readonly string[],
  remember: Remember = () => undefined,
): StoredOutcome {
  const { page, content, disallowed = false } = visit;
  const { depth } = entry;
  if (!page) return { kind: "nothing", url: entry.url, depth, disallowed, sites };
  const body = JSON.stringify(page);
  const { url = entry.url } = page;
  if ("error" in page && "code" in page) return { kind: "failed", body, url, depth, disallowed, sites };
  const { textKey, simHash } = content ?? {};
  const outcome: StoredOutcome = {
    kind: "page",
    body,
    url,
    ...("title" in page && page.title !== undefined && { title: page.title }),
    depth,
    disallowed,
    sites,
    ...(textKey !== undefined && { textKey }),
    ...(simHash !== undefined && { simHash }),
  };
  remember(page, outcome);
  return outcome;
}
