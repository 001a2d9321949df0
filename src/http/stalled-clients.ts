import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Gives clients up that take nothing of an answer that waits for them, `stalledMs` after they last took something at the
 * latest, and not before half of that; an answer that is still being made is waited for. A connection that is kept after
 * its answer has the server's `keepAliveTimeout`; one that has not asked yet, its `requestTimeout`.
 */
export function closeStalledClients(server: Server, stalledMs: number): void {
  const answers = new WeakMap<Socket, "under way" | "given">();
  server.on("request", ({ socket }, response) => {
    answers.set(socket, "under way");
    response.once("close", () => answers.set(socket, "given"));
  });
  // The first half always sees something taken: what fits into the buffers on the way.
  server.setTimeout(stalledMs / 2, (socket) => {
    const answer = answers.get(socket);
    if (answer === "given" || (answer === "under way" && socket.writableLength > 0)) socket.destroy();
  });
}
