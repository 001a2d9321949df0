import type { FastifyReply, FastifyRequest } from "fastify";
import { concatMap, EMPTY, expand, firstValueFrom, map, reduce } from "rxjs";
import { z } from "zod";
import { SourceError, STATUS_OF } from "../../../errors.ts";
import { answeredAs } from "./errors.ts";
import type { Ordering } from "./orders.ts";
import { foundJob } from "./status.ts";

const MAX_NOTES = 10_000;
const NOTES_SLICE = 500;

const Note = z.object({
  url: z.string(),
  error: z.string().optional(),
  code: z.string().optional(),
  disallowed: z.unknown().optional(),
});

const isKind = (code: string): code is keyof typeof STATUS_OF => Object.hasOwn(STATUS_OF, code);

/** Answers `GET /crawl/{id}/errors`: what came to no document. */
export async function errors(
  ordering: Ordering,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { tasks } = ordering;
  const slice = (from: number) => tasks.notes(id, from, NOTES_SLICE).pipe(map((notes) => ({ from, notes })));
  const answer$ = foundJob(ordering, request, id).pipe(
    concatMap(() => slice(0)),
    expand(({ from, notes }) =>
      notes.length < NOTES_SLICE || from + NOTES_SLICE >= MAX_NOTES ? EMPTY : slice(from + NOTES_SLICE),
    ),
    reduce(
      (all: { readonly failed: object[]; readonly robots: string[] }, { from, notes }) => {
        for (const [index, { body, at }] of notes.entries()) {
          const { url, error, code, disallowed } = Note.parse(JSON.parse(body));
          if (disallowed !== undefined || code === "disallowed") all.robots.push(url);
          else if (error !== undefined)
            all.failed.push({
              id: `${id}-${from + index}`,
              timestamp: new Date(at).toISOString(),
              url,
              ...codeOf(code),
              error,
            });
        }
        return all;
      },
      { failed: [], robots: [] },
    ),
  );
  const { failed, robots } = await firstValueFrom(answer$);
  return reply.send({ errors: failed, robotsBlocked: robots });
}

const codeOf = (kind: string | undefined): { readonly code?: string } => {
  if (kind === undefined || !isKind(kind)) return {};
  const { code } = answeredAs(new SourceError(kind, ""), STATUS_OF[kind]);
  return code === undefined ? {} : { code };
};
