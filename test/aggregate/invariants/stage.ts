import {
  catchError,
  concat,
  defer,
  EMPTY,
  filter,
  from,
  lastValueFrom,
  map,
  materialize,
  type Observable,
  of,
  shareReplay,
  switchMap,
  throwError,
  toArray,
} from "rxjs";
import { analyse } from "../../../src/aggregate/analyse.ts";
import type { Analysis } from "../../../src/aggregate/define.ts";
import type { AnalysisResponse } from "../../../src/aggregate/response.ts";
import { closeState } from "../../../src/aggregate/state/state.ts";
import { SourceError, toSourceError } from "../../../src/errors.ts";
import { findSource } from "../../../src/sources/catalogue.ts";
import type { Item, ListedSource, Notice } from "../../../src/sources/source.ts";
import { analysisAt, playing } from "../playing.ts";
import { fed, type Kind, STRANGER } from "./fed.ts";
import type { Question } from "./questions.ts";

/** What a run came to. */
export interface Outcome {
  readonly answer?: AnalysisResponse;
  readonly failure?: SourceError;
  /** What was a fault of our own. */
  readonly faults: readonly string[];
}

/** How some sources are played, by id. */
type Casting = ReadonlyMap<string, Kind>;

/** An analysis over its world, run again and again with sources that answer otherwise. */
export interface Stage {
  readonly analysis: Analysis;
  /** What the other entity is called. */
  readonly stranger: string;
  /** The sources that were asked, each with the kinds of answers that change its own. */
  readonly parts: readonly { readonly id: string; readonly kinds: readonly Kind[] }[];
  run(casting?: Casting): Promise<Outcome>;
  close(): Promise<void>;
}

/** Kinds of which one answer of a source is enough. */
const AT_ONE: ReadonlySet<Kind> = new Set(["cut", "outlier", "zero"]);

interface Recorded {
  readonly items: readonly Item[];
  readonly notices: readonly Notice[];
  readonly error: unknown;
}

/** What every source answered is kept: the upstream is asked once a question. */
export async function stageOf({ path, given, world, ...entity }: Question, kinds: readonly Kind[]): Promise<Stage> {
  const [analysis, { upstream, environment, close }] = await Promise.all([analysisAt(path), playing(world)]);
  const asked = new Set<string>();
  const begun = Date.now();
  const answers = new Map<string, Observable<Recorded>>();
  /** The answer of each source that is played otherwise: the first one with rows. */
  const first = new Map<string, readonly Item[]>();
  /** Rows as the source's own schema has them. */
  const fits = (item: Item): boolean => findSource(`${item.source}`)?.loaded()?.item.safeParse(item).success ?? true;

  const recorded = (
    source: ListedSource,
    ...[q, options, context]: Parameters<ListedSource["open"]>
  ): Observable<Recorded> => {
    const question = JSON.stringify([source.id, q, context.pages, options]);
    const notices: Notice[] = [];
    const known =
      answers.get(question) ??
      defer(() => source.open(q, options, { ...context, notice: (notice) => void notices.push(notice) })).pipe(
        materialize(),
        toArray(),
        map((all): Recorded => {
          const last = all.at(-1);
          const items = all.flatMap((one) => (one.kind === "N" ? [one.value] : []));
          if (items.length > 0 && !first.has(source.id)) first.set(source.id, items);
          return { items, notices, error: last?.kind === "E" ? last.error : undefined };
        }),
        shareReplay(1),
      );
    answers.set(question, known);
    asked.add(source.id);
    return known;
  };

  const played = (kind: Kind | undefined, { items, error }: Recorded, id: string): Observable<Item> => {
    if (kind === "failure") return throwError(() => new SourceError("unreachable", "The upstream is played as down."));
    const own = kind === undefined || (AT_ONE.has(kind) && first.get(id) !== items);
    const shown = own ? items : (fed(kind, items, entity, fits) ?? items);
    return concat(from(shown), error === undefined ? EMPTY : throwError(() => error));
  };

  const run: Stage["run"] = async (casting = new Map()) => {
    await closeState(undefined);
    const faults: string[] = [];
    const find = (id: string): ListedSource | undefined => {
      const source = findSource(id);
      return (
        source && {
          ...source,
          open: (q, options, context) =>
            recorded(source, q, options, context).pipe(
              switchMap((whole) => {
                for (const notice of whole.notices) context.notice(notice);
                return played(casting.get(id), whole, id);
              }),
            ),
        }
      );
    };
    const env = { upstream, keys: environment, now: world.now ?? (() => begun) };
    const told$ = analyse(analysis.read(given), {
      env,
      find,
      onFailure: (what, error) => void faults.push(`${what}: ${error.message}`),
    });
    return lastValueFrom(
      told$.pipe(
        filter((event) => event.event === "done"),
        map(({ data }): Outcome => ({ answer: data, faults })),
        catchError((error: unknown) => of<Outcome>({ failure: toSourceError(error), faults })),
      ),
    );
  };

  await run();
  const parts = [...asked].map((id) => ({
    id,
    kinds: kinds.filter((kind) => kind === "failure" || fed(kind, first.get(id) ?? [], entity, fits) !== undefined),
  }));
  return { analysis, stranger: entity.likeness ?? STRANGER, parts, run, close };
}
