import { BehaviorSubject, filter, firstValueFrom, ReplaySubject, race, timer } from "rxjs";
import { SourceError } from "../errors.ts";
import type { App, Stopping } from "./app-context.ts";
import { refuse } from "./failure.ts";

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Stops listening, ends the streams of events with an `error` event, lets other answers come to their end for so many
     * milliseconds, and closes. `close()` is the same without the time.
     */
    drain(graceMs: number): Promise<void>;
  }
}

/** What a connection may take to carry a last word away. */
const LAST_WORD_MS = 500;

/** Has a server end its answers, rather than cut them off, when it is closed. */
export function stoppable(app: App): Stopping {
  const open$ = new BehaviorSubject(0);
  const now$ = new ReplaySubject<never>();
  const late$ = new ReplaySubject<never>();
  const stopping = (): SourceError =>
    new SourceError("stopping", "The service is being stopped; ask again in a while.");
  const allDone = (withinMs: number): Promise<unknown> =>
    firstValueFrom(race(open$.pipe(filter((open) => open === 0)), timer(withinMs)));
  let graceMs = 0;
  let stopped = false;

  app.addHook("onRequest", async (request, reply) => {
    open$.next(open$.value + 1);
    reply.raw.once("close", () => {
      open$.next(open$.value - 1);
      if (stopped) app.server.closeIdleConnections();
    });
    if (stopped) return refuse(request, reply, stopping());
  });
  app.addHook("onSend", async (_request, reply) => {
    if (stopped) reply.header("connection", "close");
  });
  app.addHook("preClose", async () => {
    stopped = true;
    app.server.close();
    now$.error(stopping());
    await allDone(graceMs);
    late$.error(stopping());
    await allDone(LAST_WORD_MS);
  });
  app.decorate("drain", (ms: number) => {
    graceMs = ms;
    return app.close();
  });
  return { now$, late$ };
}
