import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { SPARE_MS, writingMs } from "../../../pipelines/deadlines.ts";
import type { ResearchResult } from "../../../pipelines/research/index.ts";
import type { AppContext } from "../../app-context.ts";
import { requestContext } from "../../request-context.ts";
import { researching } from "../../researching.ts";
import type { Responder } from "../../responder.ts";
import { choreIn } from "./chores.ts";
import { type Completing, completion, completionChunks, saying, sayingChunks } from "./completion.ts";
import { askedIn, orderOf } from "./messages.ts";

interface Serving {
  readonly face: AppContext;
  readonly replying: Responder;
}

/** Answers a chat with research on what the user said last; a chore of the application without. */
export function completed(
  { face, replying }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asked = askedIn(request.body);
  const chore = choreIn(asked.question);
  const completing: Completing = {
    ...asked,
    // A chore is done as it was said, whatever else the request holds.
    warnings: chore === undefined ? asked.warnings : [],
    id: `chatcmpl-${randomUUID()}`,
    created: Math.floor(Date.now() / 1000),
  };
  if (chore !== undefined)
    return asked.stream
      ? replying.pieces(sayingChunks(completing, chore), request, reply)
      : replying.events(saying(completing, chore), request, reply, { wire: "json" });
  const watched = requestContext(face, request);
  let found: readonly ResearchResult[] = [];
  const onResults = (results: readonly ResearchResult[]): void => {
    found = results;
  };
  const events$ = researching(orderOf(asked), face, { upstream: watched.upstream, log: request.log, onResults });
  const answering = { watch: watched, deadlineMs: writingMs(face.config) + SPARE_MS };
  return asked.stream
    ? replying.pieces(events$.pipe(completionChunks(completing, () => found)), request, reply, answering)
    : replying.events(events$.pipe(completion(completing)), request, reply, { ...answering, wire: "json" });
}
