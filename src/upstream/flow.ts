import type { Readable } from "node:stream";

/** Holds a body back: the socket that it comes from, and the decoders on the way, which may have much to give of little. */
export class Flow {
  readonly #pauseSocket: (paused: boolean) => void;
  readonly #decoders: Readable[] = [];
  /** The socket goes on when neither the first decoder nor the reader of the body holds it. */
  #decoderFull = false;
  #held = false;

  constructor(pauseSocket: (paused: boolean) => void) {
    this.#pauseSocket = pauseSocket;
  }

  /** The first decoder has more input than it can take, or has caught up. */
  readonly decoderFull = (full: boolean): void => {
    this.#decoderFull = full;
    this.#pauseSocket(full || this.#held);
  };

  /** Another decoder takes part. */
  readonly add = (decoder: Readable): void => {
    this.#decoders.push(decoder);
    if (this.#held) decoder.pause();
  };

  /** The reader of the body wants nothing more for now, or goes on. */
  readonly hold = (held: boolean): void => {
    this.#held = held;
    this.#pauseSocket(held || this.#decoderFull);
    for (const decoder of this.#decoders) held ? decoder.pause() : decoder.resume();
  };
}
