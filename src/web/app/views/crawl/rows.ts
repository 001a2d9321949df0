/** A page of a crawl as its table shows it. */
export interface Row {
  readonly url: string;
  readonly title: string;
  readonly depth: number;
  /** `ok`, `duplicate`, or why it failed. */
  readonly status: string;
  readonly chars: number;
  /** Its number among the pages with a text; absent where it has none. */
  readonly page?: number;
  readonly error?: string;
}

const CHUNK_BYTES = 262_144;
/** Characters of an address, a title or a sentence that are kept; in UTF-8 three of them fit a chunk. */
const LONGEST = 2_000;
/** Numbers of a row: where its texts begin, where they end, depth, status, chars, page + 1. */
const WIDTH = 6;
const FIRST_ROWS = 1_024;
/** Ends a text; addresses and titles hold no such character. */
const END = "\0";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Rows in a few buffers: their texts as UTF-8, their numbers side by side. 100,000 of them take 7 MB that no garbage
 * collection walks. A row is made anew when it is looked at.
 */
export class Rows {
  #length = 0;
  #numbers = new Uint32Array(FIRST_ROWS * WIDTH);
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  /** Bytes taken of the last chunk. */
  #taken = CHUNK_BYTES;
  readonly #statuses: string[] = [];

  get length(): number {
    return this.#length;
  }

  push(row: Row): void {
    const texts = [row.url, row.title, row.error ?? ""].map((text) => text.slice(0, LONGEST).replaceAll(END, ""));
    const [from, to] = this.#write(texts.join(END));
    const at = this.#length * WIDTH;
    if (at === this.#numbers.length) {
      const larger = new Uint32Array(at * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers.set([from, to, row.depth, this.#statusOf(row.status), row.chars, (row.page ?? -1) + 1], at);
    this.#length += 1;
  }

  at(index: number): Row | undefined {
    if (index < 0 || index >= this.#length) return undefined;
    const [from = 0, to = 0, depth = 0, status = 0, chars = 0, page = 0] = this.#numbers.subarray(
      index * WIDTH,
      (index + 1) * WIDTH,
    );
    const chunk = this.#chunks[Math.floor(from / CHUNK_BYTES)];
    const begins = from % CHUNK_BYTES;
    const [url = "", title = "", error = ""] = decoder.decode(chunk?.subarray(begins, begins + to - from)).split(END);
    return {
      url,
      title,
      depth,
      status: this.#statuses[status] ?? "",
      chars,
      ...(page > 0 && { page: page - 1 }),
      ...(error && { error }),
    };
  }

  /** Where a text stands, counted over all chunks. */
  #write(text: string): readonly [number, number] {
    // UTF-8 takes three bytes for a unit of UTF-16 at most.
    if (this.#taken + text.length * 3 > CHUNK_BYTES) {
      this.#chunks.push(new Uint8Array(CHUNK_BYTES));
      this.#taken = 0;
    }
    const { written } = encoder.encodeInto(text, this.#chunks.at(-1)?.subarray(this.#taken) ?? new Uint8Array());
    const from = (this.#chunks.length - 1) * CHUNK_BYTES + this.#taken;
    this.#taken += written;
    return [from, from + written];
  }

  #statusOf(status: string): number {
    const known = this.#statuses.indexOf(status);
    return known < 0 ? this.#statuses.push(status) - 1 : known;
  }
}
