import { asyncScheduler, type MonoTypeOperatorFunction, Observable, type SchedulerLike, type Subscription } from "rxjs";
import { SourceError } from "./errors.ts";

const MB = 1024 * 1024;

/** A body of at most this many bytes is counted, but neither waits nor is refused: a question does not stand behind documents. */
export const FREE_BYTES = 128 * 1024;
/** How long a body that has begun waits for room. */
const PATIENCE_MS = 8_000;
/** What a refused client is told to wait. */
const RETRY_AFTER_MS = 5_000;
/** One client's bodies may take so many times as much as they leave free, so that another's finds room. */
const SHARE_OF_FREE = 4;
/** One body that waits is woken for each so many free bytes. */
const BYTES_PER_WAKING = MB;

/** Room for a body that is still to come. */
export interface Reservation {
  /** The body turned out to have another length. */
  resize(bytes: number): void;
  /** The body is there: what is counted from now on is its memory, once, whoever else holds it. */
  becomes(pieces: readonly Uint8Array[]): void;
  /** Gives the room back; a second call does nothing. */
  release(): void;
}

/** What a body that is being received needs: how its source is held back, and how long it waits for room. */
interface Receiving {
  /** Called with true to hold the source back, with false to let it go on. */
  readonly pause: (paused: boolean) => void;
  readonly patienceMs?: number;
  readonly scheduler?: SchedulerLike;
}

/** A body that is being received. */
interface Body {
  readonly resume: () => void;
}

/**
 * One budget for the bytes of bodies in flight: uploads, upstream bodies while they are received, and what waits for a
 * reading process. Past it a body that has not begun is refused with `overloaded`, and the sources of those that have are
 * held back; what waits too long fails alike.
 *
 * One of those that have begun may always go on past the budget, so that bodies that each hold a part of it do not wait for
 * one another for ever: the bound is the budget and one body.
 */
export class ByteBudget {
  maxBytes: number;
  /** How long a body that has begun waits for room, where its owner says no other time. */
  patienceMs = PATIENCE_MS;
  #heldBytes = 0;
  /** How many hold each piece of memory: it is counted once. */
  readonly #holders = new Map<ArrayBufferLike, number>();
  /** Bytes reserved, by client. */
  readonly #reservedBy = new Map<string, number>();
  readonly #waiting = new Set<Body>();
  /** The one body that goes on past the budget. */
  #exempt: Body | undefined;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Bodies that wait for room. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Room for a body of so many bytes; throws `overloaded` (503) where there is none, or where the client's own would leave too
   * little for others'. A body larger than the budget enters when nothing else is held.
   */
  reserve(bytes: number, client = ""): Reservation {
    if (bytes > FREE_BYTES && !this.#mayEnter(bytes, client)) throw this.#overloaded();
    let [counted, owned] = [bytes, bytes];
    this.#heldBytes += bytes;
    this.#own(client, bytes);
    let letGo: (() => void) | undefined;
    let released = false;
    const count = (to: number): void => {
      this.#heldBytes += to - counted;
      counted = to;
    };
    const own = (to: number): void => {
      this.#own(client, to - owned);
      owned = to;
    };
    const resize = (to: number): void => {
      if (released) return;
      count(to);
      own(to);
      this.#wake();
    };
    return {
      resize,
      becomes: (pieces) => {
        if (released) return;
        letGo = this.hold(pieces);
        own(pieces.reduce((sum, { length }) => sum + length, 0));
        count(0);
        this.#wake();
      },
      release: () => {
        letGo?.();
        resize(0);
        released = true;
      },
    };
  }

  /** Counts bytes that are there already, memory that others hold too but once; the result lets go of them. */
  hold(pieces: readonly Uint8Array[]): () => void {
    const memory = new Set(pieces.map(({ buffer }) => buffer));
    for (const buffer of memory) {
      const holders = this.#holders.get(buffer) ?? 0;
      this.#holders.set(buffer, holders + 1);
      if (holders === 0) this.#heldBytes += buffer.byteLength;
    }
    return once(() => {
      for (const buffer of memory) {
        const holders = (this.#holders.get(buffer) ?? 1) - 1;
        if (holders > 0) this.#holders.set(buffer, holders);
        else {
          this.#holders.delete(buffer);
          this.#heldBytes -= buffer.byteLength;
        }
      }
      this.#wake();
    });
  }

  /**
   * Counts a body's bytes from the first to its end, and holds its source back while there is no room.
   *
   *     bytes:  -a-b-------c-|
   *     room:   ----no----yes
   *     paused: ----[      ]
   *     out:    -a-b-------c-|
   *
   * Fails with `overloaded` (503) after `patienceMs` without room. What still comes from a source that is held back passes.
   */
  receiving({
    pause,
    patienceMs = this.patienceMs,
    scheduler = asyncScheduler,
  }: Receiving): MonoTypeOperatorFunction<Uint8Array> {
    return (bytes$) =>
      new Observable((out) => {
        let size = 0;
        let timer: Subscription | undefined;
        const body: Body = {
          resume: () => {
            timer?.unsubscribe();
            timer = undefined;
            pause(false);
          },
        };
        const wait = (): void => {
          if (timer || !this.#mustWait(body)) return;
          timer = scheduler.schedule(() => out.error(this.#overloaded()), patienceMs);
          pause(true);
        };
        out.add(() => {
          this.#waiting.delete(body);
          if (timer) body.resume();
          this.#heldBytes -= size;
          if (this.#exempt === body) this.#exempt = undefined;
          this.#wake();
        });
        out.add(
          bytes$.subscribe({
            next: (bytes) => {
              size += bytes.length;
              this.#heldBytes += bytes.length;
              out.next(bytes);
              if (size > FREE_BYTES && !out.closed) wait();
            },
            error: (error) => out.error(error),
            complete: () => out.complete(),
          }),
        );
      });
  }

  #mustWait(body: Body): boolean {
    if (this.#heldBytes < this.maxBytes || this.#exempt === body) return false;
    if (!this.#exempt) {
      this.#exempt = body;
      return false;
    }
    this.#waiting.add(body);
    return true;
  }

  #mayEnter(bytes: number, client: string): boolean {
    if (this.#heldBytes === 0) return true;
    const free = this.maxBytes - this.#heldBytes - bytes;
    const owned = this.#reservedBy.get(client) ?? 0;
    return free >= 0 && (owned === 0 || owned + bytes <= free * SHARE_OF_FREE);
  }

  #own(client: string, bytes: number): void {
    const owned = (this.#reservedBy.get(client) ?? 0) + bytes;
    if (owned > 0) this.#reservedBy.set(client, owned);
    else this.#reservedBy.delete(client);
  }

  #wake(): void {
    let room = this.maxBytes - this.#heldBytes;
    for (const body of this.#waiting) {
      if (this.#exempt && room <= 0) return;
      // Without room one goes on all the same.
      if (room <= 0) this.#exempt = body;
      this.#waiting.delete(body);
      body.resume();
      room -= BYTES_PER_WAKING;
    }
  }

  #overloaded(): SourceError {
    return new SourceError(
      "overloaded",
      `The service has no room for another body: ${Math.round(this.#heldBytes / MB)} MB of at most ` +
        `${Math.round(this.maxBytes / MB)} MB are in flight. Ask again in ${RETRY_AFTER_MS / 1000} seconds.`,
      { retryAfterMs: RETRY_AFTER_MS, rests: false },
    );
  }
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}

/** The process's own budget; `MAX_WAITING_BYTES` sets its size. */
export const bytesInFlight = new ByteBudget(256 * MB);
