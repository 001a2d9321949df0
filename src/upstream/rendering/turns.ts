import type { Client } from "../../admission/client.ts";
import { FairQueue } from "../../admission/fair-queue.ts";

/** What waits: for whom, and for which host. */
interface Waiting {
  readonly client: Client;
  readonly host: string;
}

/**
 * A queue that is fair by client, and within a client takes hosts by turns, first come, first served within a host: neither a
 * client with much to do nor one site of a crawl holds the others up.
 *
 *     client a: x1 x2 x3 y1     client b: z1
 *     taken:    x1 z1 y1 x2 x3
 */
export class Turns<T extends Waiting> {
  readonly #clients = new FairQueue<T>();
  /** By client, then by host, in the order of the hosts' turns. */
  readonly #hosts = new Map<string, Map<string, Set<T>>>();

  get size(): number {
    return this.#clients.size;
  }

  push(item: T): void {
    const { client, host } = item;
    const hosts = this.#hosts.get(client.id) ?? new Map<string, Set<T>>();
    this.#hosts.set(client.id, hosts.set(host, (hosts.get(host) ?? new Set()).add(item)));
    this.#clients.push(client, item);
  }

  /** Removes one that no longer waits. */
  delete(item: T): void {
    if (this.#clients.delete(item.client, item)) this.#forget(item);
  }

  /** Takes the next; of clients that are not accepted only where no other waits. */
  take(accepts: (client: string) => boolean): T | undefined {
    const first = this.#clients.take((_item, client) => accepts(client)) ?? this.#clients.take();
    if (!first) return undefined;
    const hosts = this.#hosts.get(first.client.id);
    const [[host, items] = [first.host, new Set([first])]] = hosts ?? [];
    const [next = first] = items;
    if (next !== first) {
      // The client's turn is that of another of its hosts.
      this.#clients.delete(next.client, next);
      this.#clients.push(first.client, first);
    }
    hosts?.delete(host);
    hosts?.set(host, items);
    this.#forget(next);
    return next;
  }

  /** Takes out one of the client that has most waiting for its weight, where that is more than the given one would have. */
  dropLongest(client: Client): T | undefined {
    const dropped = this.#clients.dropLongest(client);
    if (dropped) this.#forget(dropped);
    return dropped;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#clients[Symbol.iterator]();
  }

  #forget(item: T): void {
    const hosts = this.#hosts.get(item.client.id);
    const items = hosts?.get(item.host);
    items?.delete(item);
    if (items?.size === 0) hosts?.delete(item.host);
    if (hosts?.size === 0) this.#hosts.delete(item.client.id);
  }
}
