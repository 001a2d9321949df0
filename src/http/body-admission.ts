import type { FastifyReply, FastifyRequest } from "fastify";
import { concat, fromEvent, NEVER, of, takeUntil } from "rxjs";
import type { Admission } from "../admission/admission.ts";
import type { CostClass } from "../admission/classes.ts";
import type { Client } from "../admission/client.ts";
import { type ByteBudget, bytesInFlight, FREE_BYTES, type Reservation } from "../in-flight.ts";
import type { App } from "./app-context.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Its class let it in before its body came: it is not to wait for room once more. */
    hasRoom: boolean;
  }
}

/** One read of a socket may bring so much beyond the body itself. */
const READ_BYTES = 64 * 1024;

interface BodyAdmission {
  readonly clientOf: (request: FastifyRequest) => Client;
  readonly costOf: (request: FastifyRequest) => CostClass;
  readonly admission: Pick<Admission, "admitted">;
  readonly budget?: ByteBudget;
}

/**
 * Lets a body in where the budget of bytes in flight has room for it, fairly by client; else it is refused with `overloaded`
 * (503) before any of it is read; a client that asks first (`Expect: 100-continue`) never sends it. A body whose length is not said takes the room of the largest that its route allows until
 * it is there. The room is given back when the answer has left.
 *
 * A document waits for its turn before it is let come: what is refused in the end has not been sent, nor held in memory meanwhile.
 */
export function admitBodies(app: App, { clientOf, costOf, admission, budget = bytesInFlight }: BodyAdmission): void {
  const rooms = new WeakMap<FastifyRequest, Room>();

  // Else Node tells every client to go on before anybody has looked at its request.
  app.server.on("checkContinue", (request, response) => app.server.emit("request", request, response));

  app.decorateRequest("hasRoom", false);
  app.addHook("preParsing", async (request, reply) => {
    const said = lengthSaid(request);
    const largest = request.routeOptions.bodyLimit ?? app.initialConfig.bodyLimit ?? 0;
    // Fastify refuses what is too large by its header, unread.
    if (said === 0 || (said !== undefined && said > largest)) return;
    if (costOf(request) === "document" && (said ?? largest) > FREE_BYTES) {
      await turn(request, reply);
      request.hasRoom = true;
    }
    const reservation = budget.reserve(said ?? largest, clientOf(request).id);
    if (request.headers.expect !== undefined) reply.raw.writeContinue();
    reply.raw.once("close", reservation.release);
    rooms.set(request, { from: request.raw.socket.bytesRead, reservation });
  });

  /** Comes when the class has room, which is held until the answer has left; never where its client leaves first. */
  const turn = (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
    new Promise((begin, refuse) => {
      concat(of(true), NEVER)
        .pipe(admission.admitted(costOf(request), clientOf(request)), takeUntil(fromEvent(reply.raw, "close")))
        .subscribe({ next: begin, error: refuse });
    });

  app.addHook("preValidation", async (request) => {
    const room = rooms.get(request);
    if (!room) return;
    const { body } = request;
    // Counted as the memory that it is: a reader that holds it too does not count it again.
    if (body instanceof Uint8Array) room.reservation.becomes([body]);
    else if (lengthSaid(request) === undefined)
      room.reservation.resize(request.raw.socket.bytesRead - room.from + READ_BYTES);
  });
}

/** What a request's body takes of the budget, until its answer has left. */
interface Room {
  /** Bytes that its socket had brought before. */
  readonly from: number;
  readonly reservation: Reservation;
}

/** The bytes that the head says; 0 where there is no body, undefined where it does not say how many. */
function lengthSaid({ headers }: FastifyRequest): number | undefined {
  if (headers["transfer-encoding"] !== undefined) return undefined;
  const said = Number(headers["content-length"] ?? 0);
  return Number.isSafeInteger(said) ? said : undefined;
}
