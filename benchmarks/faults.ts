import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import {
  catchError,
  defer,
  firstValueFrom,
  lastValueFrom,
  map,
  mergeMap,
  type Observable,
  of,
  range,
  reduce,
  timer,
} from "rxjs";
import { readConfig } from "../src/config.ts";
import { toSourceError } from "../src/errors.ts";
import { caughtOnSockets } from "../src/upstream/backpressure.ts";
import { createGuard } from "../src/upstream/guard.ts";
import { createHttp } from "../src/upstream/http.ts";
import { createResolver } from "../src/upstream/resolve.ts";

/*
 * The door under attack, for longer than a test may take: servers on loopback that end, reset, trickle and cut their
 * answers up, clients that hang up, names that nobody answers. Printed beside each: requests, what they came to, the heap
 * and the memory after it, the longest stall of the event loop. It fails where the process would have been lost, an answer
 * came to nothing it may come to, memory or sockets stayed, or a request afterwards is not answered.
 */
const MB = 1_000_000;
const AT_ONCE = 40;
let failed = false;

function collect(): void {
  const gc: unknown = Reflect.get(globalThis, "gc");
  if (typeof gc === "function") gc();
}

interface Raw {
  readonly url: string;
  readonly sockets: ReadonlySet<Socket>;
  close(): void;
}

async function raw(answer: (socket: Socket) => void): Promise<Raw> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", () => answer(socket));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sockets,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const config = readConfig({ UPSTREAM_TIMEOUT_MS: "10000", TRIBUTARY_NO_PACE: "true" });
const resolve = createResolver(config);
const http = createHttp(config, { resolve, guard: createGuard(config, resolve) });
const pace = { key: "faults", concurrency: AT_ONCE, minIntervalMs: 0 };

/** What requests come to: the size of the body (`part` where it is none of those expected), or the failure's kind. */
function asked(url: string, times: number, sizes: readonly number[]): Promise<ReadonlyMap<string, number>> {
  const one$ = defer(() => http.http({ url, pace, idempotent: false })).pipe(
    map(({ status, body }) => `${status}, ${sizes.includes(body.length) ? `${body.length} bytes` : "part"}`),
    catchError((error) => of(toSourceError(error).kind)),
  );
  return counted(range(times).pipe(mergeMap(() => one$, AT_ONCE)));
}

const counted = (ends$: Observable<string>): Promise<ReadonlyMap<string, number>> =>
  lastValueFrom(ends$.pipe(reduce((ends, end) => ends.set(end, (ends.get(end) ?? 0) + 1), new Map<string, number>())));

/** Runs one attack, prints what came of it, and looks whether the door still works. */
async function attack(
  name: string,
  allowed: RegExp,
  run: () => Promise<ReadonlyMap<string, number>>,
  mostMb = 300,
): Promise<void> {
  collect();
  const before = process.memoryUsage();
  let peak = before.rss;
  let stall = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    stall = Math.max(stall, performance.now() - last - 20);
    last = performance.now();
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const began = performance.now();
  const ends = await run();
  const seconds = (performance.now() - began) / 1_000;
  clearInterval(watch);
  await firstValueFrom(timer(300));
  collect();
  const heap = (process.memoryUsage().heapUsed - before.heapUsed) / MB;
  const grown = (peak - before.rss) / MB;
  const wrong = [...ends.keys()].filter((end) => !allowed.test(end));
  const ok = wrong.length === 0 && heap < 20 && grown < mostMb;
  if (!ok) failed = true;
  const said = [...ends].map(([end, count]) => `${count} × ${end}`).join("; ");
  console.log(
    `${ok ? "held  " : "FAILED"} ${name}: ${said} in ${seconds.toFixed(1)} s; heap ${heap >= 0 ? "+" : ""}${heap.toFixed(1)} MB, ` +
      `at most ${grown.toFixed(0)} MB more resident; longest stall ${stall.toFixed(0)} ms`,
  );
}

async function from(
  name: string,
  allowed: RegExp,
  times: number,
  answer: (socket: Socket) => void,
  mostMb?: number,
): Promise<void> {
  const server = await raw(answer);
  await attack(name, allowed, () => asked(server.url, times, [0, page.length, MB]), mostMb);
  server.close();
}

const head = (...lines: readonly string[]): string => ["HTTP/1.1 200 OK", ...lines, "", ""].join("\r\n");
const page = Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at * 2_654_435_761) >>> 8).join(" "));
const packed = gzipSync(page);
const whole = new RegExp(`^200, ${page.length} bytes$`);
const later = (socket: Socket, ms: number, then: () => void): void => {
  const waiting = setTimeout(then, ms);
  socket.once("close", () => clearTimeout(waiting));
};

await from("packed, ended with the connection", whole, 1_000, (socket) => {
  socket.write(head("connection: close", "content-encoding: gzip"));
  socket.write(packed, () => later(socket, 1, () => socket.end()));
});
await from("nothing, and the end", /^200, 0 bytes$/, 1_000, (socket) => {
  socket.write(head("connection: close"), () => later(socket, 1, () => socket.end()));
});
await from("reset at any point", /^(unreachable|changed|200, (part|0 bytes))$/, 1_000, (socket) => {
  socket.write(head("connection: close", "content-encoding: gzip"));
  socket.write(packed.subarray(0, Math.random() * packed.length), () =>
    later(socket, Math.random() * 5, () => socket.resetAndDestroy()),
  );
});
await from("no HTTP", /^(changed|unreachable)$/, 1_000, (socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n\r\n\0\0\0"));
await from("a length that is a lie", /^unreachable$/, 1_000, (socket) => {
  socket.write(head(`content-length: ${packed.length + 1}`));
  socket.end(packed);
});
const crumbs = Buffer.from("1\r\nx\r\n".repeat(10_000));
await from("chunks of one byte, four million", /^200, 1000000 bytes$/, 4, (socket) => {
  socket.write(head("transfer-encoding: chunked"));
  for (let sent = 0; sent < 100; sent += 1) socket.write(crumbs);
  socket.end("0\r\n\r\n");
});
const bomb = gzipSync(Buffer.alloc(200 * MB));
await from(
  "a packed 200 MB",
  /^too-large$/,
  40,
  (socket) => {
    socket.write(head("content-encoding: gzip", `content-length: ${bomb.length}`));
    socket.write(bomb);
  },
  1_500,
);

const silent = await raw(() => {});
await attack("clients that hang up", /^hung up$/, () => {
  const left$ = defer(() => {
    const asking = http.http({ url: silent.url, pace }).subscribe({ error: () => {} });
    return timer(Math.random() * 20).pipe(
      map(() => {
        asking.unsubscribe();
        return "hung up";
      }),
    );
  });
  return counted(range(5_000).pipe(mergeMap(() => left$, AT_ONCE)));
});
// An idle connection is kept for ten seconds.
await firstValueFrom(timer(12_000));
console.log(`       sockets left: ${silent.sockets.size}`);
if (silent.sockets.size > 0) failed = true;
silent.close();

const mute = createSocket("udp4");
await new Promise<void>((bound) => mute.bind(0, "127.0.0.1", bound));
const unanswered = createResolver({ DNS_SERVER: `127.0.0.1:${mute.address().port}` });
await attack("names that nobody answers, left", /^hung up$/, () => {
  const left$ = (nth: number) =>
    defer(() => {
      const asking = unanswered(`name-${nth}.example`).subscribe({ error: () => {} });
      return timer(20).pipe(
        map(() => {
          asking.unsubscribe();
          return "hung up";
        }),
      );
    });
  return counted(range(5_000).pipe(mergeMap(left$, 400)));
});
mute.close();

const sound = await raw((socket) => socket.end(`${head("content-length: 2")}ok`));
const after = await asked(sound.url, 1, [2]);
console.log(`afterwards: ${[...after.keys()].join()}; errors caught on sockets: ${caughtOnSockets()}`);
if (!after.has("200, 2 bytes") || caughtOnSockets() > 0) failed = true;
sound.close();
await http.close();
process.exit(failed ? 1 : 0);
