import { randomUUID } from "node:crypto";
import {
  catchError,
  concatMap,
  defer,
  filter,
  finalize,
  map,
  merge,
  type Observable,
  of,
  switchMap,
  take,
  throwError,
  timer,
} from "rxjs";
import { z } from "zod";
import { type ErrorKind, STATUS_OF } from "../../errors.ts";
import { ROBOTS_MS, type RobotsFile, type RobotsFiles, UNREACHABLE_ROBOTS_MS } from "../../pipelines/crawl/robots.ts";
import type { Connection } from "./connection.ts";

/** Who asks a host has so long until another may. */
const ASKING_MS = 15_000;
/** The message that a file is there may be lost. */
const LOOK_MS = 1_000;

const kindOf = (text: string): ErrorKind =>
  Object.keys(STATUS_OF).find((kind): kind is ErrorKind => kind === text) ?? "unreachable";

const Stored = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string() }),
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("unreachable"), code: z.string().transform(kindOf), error: z.string() }),
]);

/** robots.txt files in Redis: one process asks a host for its file, all others wait for it. Without Redis each asks by itself. */
export function redisRobots({ prefix, ask, messages$ }: Pick<Connection, "prefix" | "ask" | "messages$">): RobotsFiles {
  const keyOf = (origin: string): string => `${prefix}robots:${origin}`;

  const known = (origin: string): Observable<RobotsFile | undefined> =>
    ask((client) => client.get(keyOf(origin))).pipe(map(fileIn));

  const keep = (origin: string, file: RobotsFile): Observable<unknown> =>
    ask(async (client) => {
      const keepMs = file.kind === "unreachable" ? UNREACHABLE_ROBOTS_MS : ROBOTS_MS;
      await client.set(keyOf(origin), JSON.stringify(file), "PX", keepMs);
    });

  /** Whoever waits looks again: at the file, or whether it may ask itself. */
  const leave = (origin: string): void => {
    ask(async (client) => {
      await client.del(`${keyOf(origin)}:asking`);
      await client.publish(`${prefix}robots`, origin);
    }).subscribe({ error: () => undefined });
  };

  /** The file that was fetched, once it is kept, or could not be. */
  const fetched = (origin: string, fetch$: Observable<RobotsFile>): Observable<RobotsFile> =>
    fetch$.pipe(
      concatMap((file) =>
        keep(origin, file).pipe(
          map(() => file),
          catchError(() => of(file)),
        ),
      ),
      finalize(() => leave(origin)),
    );

  /** Asked again after an answer was lost, it says the same. */
  const isMine = (origin: string): Observable<boolean> => {
    const name = randomUUID();
    return ask((client) => client.set(`${keyOf(origin)}:asking`, name, "PX", ASKING_MS, "NX", "GET")).pipe(
      map((asking) => asking === null || asking === name),
    );
  };

  function look(origin: string, fetch$: Observable<RobotsFile>): Observable<RobotsFile> {
    return known(origin).pipe(
      switchMap((file) => {
        if (file) return of(file);
        return isMine(origin).pipe(switchMap((mine) => (mine ? fetched(origin, fetch$) : later(origin, fetch$))));
      }),
    );
  }

  const later = (origin: string, fetch$: Observable<RobotsFile>): Observable<RobotsFile> =>
    merge(messages$.pipe(filter(({ channel, text }) => channel === "robots" && text === origin)), timer(LOOK_MS)).pipe(
      take(1),
      switchMap(() => look(origin, fetch$)),
    );

  return {
    of: (origin, fetch$) => {
      let asked = false;
      const once$ = defer(() => {
        asked = true;
        return fetch$;
      });
      return look(origin, once$).pipe(
        // What fails after the host was asked is the host's failure.
        catchError((error: unknown) => (asked ? throwError(() => error) : fetch$)),
      );
    },
  };
}

/** Undefined where nothing is kept, or what cannot be read. */
function fileIn(text: string | null): RobotsFile | undefined {
  if (text === null) return undefined;
  try {
    return Stored.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
