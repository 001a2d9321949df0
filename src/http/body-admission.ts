import type { FastifyRequest } from "fastify";
import type { Client } from "../admission/client.ts";
import { type ByteBudget, bytesInFlight, type Reservation } from "../in-flight.ts";
import type { App } from "./app-context.ts";

/** What one read of a socket may bring beyond the body itself. */
const READ_BYTES = 64 * 1024;

/**
 * Lets a body in where the budget of bytes in flight has room for it, fairly by client; else it is refused with `overloaded`
 * (503) before any of it is read; a client that asks first (`Expect: 100-continue`) never sends it. A body whose length is not said takes the room of the largest that its route allows until
 * it is there. The room is given back when the answer has left.
 */
export function admitBodies(
  app: App,
  clientOf: (request: FastifyRequest) => Client,
  budget: ByteBudget = bytesInFlight,
): void {
  const rooms = new WeakMap<FastifyRequest, Room>();

  // Else Node tells every client to go on before anybody has looked at its request.
  app.server.on("checkContinue", (request, response) => app.server.emit("request", request, response));

  app.addHook("preParsing", async (request, reply) => {
    const said = lengthSaid(request);
    const largest = request.routeOptions.bodyLimit ?? app.initialConfig.bodyLimit ?? 0;
    // Fastify refuses what is too large by its header, unread.
    if (said === 0 || (said !== undefined && said > largest)) return;
    const reservation = budget.reserve(said ?? largest, clientOf(request).id);
    if (request.headers.expect !== undefined) reply.raw.writeContinue();
    reply.raw.once("close", reservation.release);
    rooms.set(request, { from: request.raw.socket.bytesRead, reservation });
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
