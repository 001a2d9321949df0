import type { FastifyRequest } from "fastify";
import { Subscription } from "rxjs";
import { type ByteBudget, bytesInFlight, type Reservation } from "../in-flight.ts";
import type { App } from "./deps.ts";

/** What one read of a socket may bring beyond the body itself. */
const READ_BYTES = 64 * 1024;

/**
 * Lets a body in when the budget of bytes in flight has room for it: until then its socket is not read, and after a while it
 * is refused with `overloaded` (503). A body whose length is not said takes the room of the largest that its route allows
 * until it is there. The room is given back when the answer has left.
 */
export function admitBodies(app: App, budget: ByteBudget = bytesInFlight): void {
  const rooms = new WeakMap<FastifyRequest, Room>();

  app.addHook("preParsing", async (request, reply) => {
    const said = lengthSaid(request);
    const largest = request.routeOptions.bodyLimit ?? app.initialConfig.bodyLimit ?? 0;
    // Fastify refuses what is too large by its header, unread.
    if (said === 0 || (said !== undefined && said > largest)) return;
    const room: Room = { from: request.raw.socket.bytesRead, letGo: new Subscription() };
    reply.raw.once("close", () => room.letGo.unsubscribe());
    rooms.set(request, room);
    await new Promise<void>((resolve, reject) => {
      room.letGo.add(resolve);
      room.letGo.add(
        budget.reserve(said ?? largest).subscribe({
          next(reservation) {
            room.reservation = reservation;
            room.letGo.add(reservation.release);
            resolve();
          },
          error: reject,
        }),
      );
    });
  });

  app.addHook("preValidation", async (request) => {
    const { from, letGo, reservation } = rooms.get(request) ?? {};
    if (from === undefined || !reservation) return;
    const { body } = request;
    if (body instanceof Uint8Array) {
      // Counted as the memory that it is: a reader that holds it too does not count it again.
      letGo?.add(budget.hold([body]));
      reservation.release();
    } else if (lengthSaid(request) === undefined) reservation.resize(request.raw.socket.bytesRead - from + READ_BYTES);
  });
}

/** What a request's body takes of the budget, until its answer has left. */
interface Room {
  /** Bytes that its socket had brought before. */
  readonly from: number;
  readonly letGo: Subscription;
  reservation?: Reservation;
}

/** The bytes that the head says; 0 where there is no body, undefined where it does not say how many. */
function lengthSaid({ headers }: FastifyRequest): number | undefined {
  if (headers["transfer-encoding"] !== undefined) return undefined;
  const said = Number(headers["content-length"] ?? 0);
  return Number.isSafeInteger(said) ? said : undefined;
}
