import type { Socket } from "node:net";

/**
 * Holds back what a socket has received, below the HTTP parser that reads it. The parser itself is never paused: undici's
 * asserts that it is not when the connection ends, and an ordinary server ends it while a body waits. A held socket stops
 * reading once its own buffer is full, so that the server has to wait as well.
 */
export interface SocketBackpressure {
  hold(): void;
  release(): void;
  /**
   * Told of a reset while received bytes were still held back, which the parser might take for an answer's end, and of
   * whatever else the parser throws. One request at a time owns a socket.
   */
  owner: ((error: unknown) => void) | undefined;
}

const gates = new WeakMap<Socket, SocketBackpressure>();
let caught = 0;

/** How many errors a socket's listeners have thrown since the start: each failed its request, and would have ended the process. */
export const caughtOnSockets = (): number => caught;

/** The gate of a socket; the same one at every call. */
export function backpressureOf(socket: Socket): SocketBackpressure {
  const known = gates.get(socket);
  if (known) return known;
  let held = false;
  const gate: SocketBackpressure = {
    owner: undefined,
    hold() {
      held = true;
    },
    release() {
      if (!held) return;
      held = false;
      // Later, for the parser may be at work right now.
      process.nextTick(() => {
        if (!held && !socket.destroyed) socket.emit("readable");
      });
    },
  };
  const read = socket.read.bind(socket);
  // A read of nothing is the stream's own way to ask for more, or to notice its end.
  socket.read = (size?: number) => (held && size !== 0 ? null : read(size));
  socket.prependListener("error", (error) => {
    if (held && socket.readableLength > 0) gate.owner?.(error);
  });
  const { emit } = socket;
  Reflect.set(socket, "emit", (...event: readonly unknown[]): boolean => {
    try {
      return Boolean(Reflect.apply(emit, socket, event));
    } catch (error) {
      caught += 1;
      gate.owner?.(error);
      socket.destroy();
      return true;
    }
  });
  gates.set(socket, gate);
  return gate;
}
