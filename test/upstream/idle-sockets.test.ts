import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { firstValueFrom, forkJoin, of, VirtualTimeScheduler } from "rxjs";
import { describe, expect, test } from "vitest";
import { createIdleSockets } from "../../src/upstream/idle-sockets.ts";
import { door, loopback, says } from "./loopback.ts";

describe("idle connections", () => {
  const elapse = (scheduler: VirtualTimeScheduler, ms: number): void => {
    scheduler.maxFrames = scheduler.now() + ms;
    scheduler.schedule(() => {}, ms);
    scheduler.flush();
  };
  const open = (sockets: readonly Socket[]): readonly boolean[] => sockets.map(({ destroyed }) => !destroyed);

  test("those beyond a few are closed after a while, the longest idle first", () => {
    const scheduler = new VirtualTimeScheduler();
    const idle = createIdleSockets({ kept: 2, idleMs: 100, scheduler });
    const sockets = Array.from({ length: 4 }, () => new Socket());
    for (const socket of sockets) idle.add(socket);
    elapse(scheduler, 99);
    expect(open(sockets)).toEqual([true, true, true, true]);
    elapse(scheduler, 1);
    expect(open(sockets)).toEqual([false, false, true, true]);
    elapse(scheduler, 10_000);
    expect(open(sockets)).toEqual([false, false, true, true]);
    expect(idle.size).toBe(2);
    for (const socket of sockets) socket.destroy();
  });

  test("one that is used is left alone, and is the youngest after that", () => {
    const scheduler = new VirtualTimeScheduler();
    const idle = createIdleSockets({ kept: 1, idleMs: 100, scheduler });
    const [a, b, c] = [new Socket(), new Socket(), new Socket()];
    for (const socket of [a, b]) idle.add(socket);
    idle.delete(a);
    elapse(scheduler, 150);
    expect(open([a, b])).toEqual([true, true]);
    idle.add(a);
    idle.add(c);
    elapse(scheduler, 1);
    expect(open([a, b, c])).toEqual([true, false, true]);
    elapse(scheduler, 100);
    expect(open([a, b, c])).toEqual([false, false, true]);
    c.destroy();
  });

  test("a destroyed one is none, and nothing is scheduled for a few", () => {
    const scheduler = new VirtualTimeScheduler();
    const idle = createIdleSockets({ kept: 1, scheduler });
    const [a, b] = [new Socket(), new Socket()];
    a.destroy();
    idle.add(a);
    expect(idle.size).toBe(0);
    idle.add(b);
    expect(scheduler.actions).toHaveLength(0);
    b.destroy();
  });

  test("forty hosts asked at once and again are asked over the same forty connections", async () => {
    await using server = await loopback(says("ok"));
    server.server.keepAliveTimeout = 60_000;
    await using http = door({ ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8" }, { resolve: () => of(["127.0.0.1"]) });
    const hosts = Array.from({ length: 40 }, (_, at) => http.http({ url: `http://host${at}.test:${server.port}/` }));
    for (const round of [1, 2]) {
      const answers = await firstValueFrom(forkJoin(hosts));
      expect(answers.map(({ status }) => `${round}: ${status}`)).toEqual(hosts.map(() => `${round}: 200`));
      expect(server.connections()).toBe(40);
      // The last answer's connection is idle once the parser has left it.
      await setImmediate();
    }
  });
});
