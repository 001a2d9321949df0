import { boundedWeight, type Client } from "./client.ts";

/** Clients that are remembered before those that have nothing waiting are forgotten. */
const SWEEP_AT = 1_000;

interface Flow<T> {
  readonly id: string;
  weight: number;
  /** First come, first served within a client. */
  readonly items: Set<T>;
  /** The start tag of its first item. */
  start: number;
  /** The start tag that its next item has at the earliest. */
  finish: number;
}

/**
 * A queue that is fair by client: start-time fair queueing. An item's start tag is the virtual time at which it came, or the
 * end of its client's item before it, whichever is later; each item takes 1 / weight of virtual time, and the smallest tag is
 * next. Virtual time is the tag of what was taken last. So a client that asks seldom is next, however many another has waiting,
 * and two that both have much waiting are served by turns.
 *
 *     a: 1 2 3 4      b: 1 (comes after a1 was taken)
 *     taken: a1 b1 a2 a3 a4
 */
export class FairQueue<T> {
  readonly #flows = new Map<string, Flow<T>>();
  /** Those that have something waiting: few, where most were refused. */
  readonly #waiting = new Set<Flow<T>>();
  #virtual = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Clients that have something waiting. */
  get clients(): number {
    return this.#waiting.size;
  }

  /** Clients of which anything is known. */
  get remembered(): number {
    return this.#flows.size;
  }

  /** Puts an item at the end of its client's. */
  push(client: Client, item: T): void {
    const flow = this.#flow(client);
    if (flow.items.has(item)) return;
    if (flow.items.size === 0) flow.start = Math.max(this.#virtual, flow.finish);
    flow.items.add(item);
    this.#waiting.add(flow);
    this.#size += 1;
  }

  has({ id }: Client, item: T): boolean {
    return this.#flows.get(id)?.items.has(item) ?? false;
  }

  /** Removes an item that no longer waits; false where it does not. */
  delete({ id }: Client, item: T): boolean {
    const flow = this.#flows.get(id);
    return flow ? this.#left(flow, item) : false;
  }

  /** Returns the next item without taking it. */
  peek(): T | undefined {
    const [item] = this.#next()?.items ?? [];
    return item;
  }

  /** Takes the next item that is accepted; of a client whose items are all refused, none. */
  take(accepts?: (item: T, client: string) => boolean): T | undefined {
    if (this.#size === 0) return undefined;
    if (!accepts) {
      const flow = this.#next();
      const [item] = flow?.items ?? [];
      return flow && item !== undefined ? this.#taken(flow, item) : undefined;
    }
    for (const flow of [...this.#waiting].toSorted((a, b) => a.start - b.start))
      for (const item of flow.items) if (accepts(item, flow.id)) return this.#taken(flow, item);
    return undefined;
  }

  /** All that wait, in the order in which they would be taken if nothing else came. */
  inTurn(): readonly T[] {
    return [...this.#waiting]
      .flatMap(({ items, start, weight }) => [...items].map((item, at) => ({ item, tag: start + at / weight })))
      .toSorted((a, b) => a.tag - b.tag)
      .map(({ item }) => item);
  }

  /** How many of those that wait would be taken before an item that this client puts in now. */
  ahead(client: Client): number {
    const own = this.#flows.get(client.id);
    const ownItems = own?.items.size ?? 0;
    const first = ownItems > 0 ? (own?.start ?? 0) : Math.max(this.#virtual, own?.finish ?? 0);
    const tag = first + ownItems / boundedWeight(client);
    let ahead = ownItems;
    for (const { items, start, weight, id } of this.#waiting) {
      if (id === client.id || start > tag) continue;
      ahead += Math.min(items.size, Math.floor((tag - start) * weight) + 1);
    }
    return ahead;
  }

  /**
   * Drops the last item of the client that has most waiting for its weight, where that is more than the given one would have;
   * undefined where it is not.
   */
  dropLongest(client: Client): T | undefined {
    const own = ((this.#flows.get(client.id)?.items.size ?? 0) + 1) / boundedWeight(client);
    let longest: Flow<T> | undefined;
    let most = own;
    for (const flow of this.#waiting) {
      const share = flow.items.size / flow.weight;
      if (share <= most) continue;
      most = share;
      longest = flow;
    }
    const last = [...(longest?.items ?? [])].at(-1);
    if (!longest || last === undefined) return undefined;
    this.#left(longest, last);
    return last;
  }

  /** All that wait, client by client. */
  *[Symbol.iterator](): Generator<T, void> {
    for (const { items } of this.#waiting) yield* items;
  }

  #next(): Flow<T> | undefined {
    let next: Flow<T> | undefined;
    for (const flow of this.#waiting) if (!next || flow.start < next.start) next = flow;
    return next;
  }

  /** Takes an item out of those that wait; false where it does not. */
  #left(flow: Flow<T>, item: T): boolean {
    if (!flow.items.delete(item)) return false;
    if (flow.items.size === 0) this.#waiting.delete(flow);
    this.#size -= 1;
    return true;
  }

  #taken(flow: Flow<T>, item: T): T {
    this.#left(flow, item);
    this.#virtual = Math.max(this.#virtual, flow.start);
    flow.finish = flow.start + 1 / flow.weight;
    flow.start = flow.finish;
    if (this.#size === 0) {
      // Nobody waits for anybody: who had how much until now matters no more.
      this.#flows.clear();
      this.#virtual = 0;
    }
    return item;
  }

  #flow(client: Client): Flow<T> {
    const known = this.#flows.get(client.id);
    const weight = boundedWeight(client);
    if (known) {
      known.weight = weight;
      return known;
    }
    if (this.#flows.size >= SWEEP_AT) this.#sweep();
    const flow = { id: client.id, weight, items: new Set<T>(), start: 0, finish: 0 };
    this.#flows.set(client.id, flow);
    return flow;
  }

  /** Forgets clients that have nothing waiting: they begin anew as if they had never asked. */
  #sweep(): void {
    for (const [id, { items }] of this.#flows) if (items.size === 0) this.#flows.delete(id);
  }
}
