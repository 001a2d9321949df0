import { createServer, get, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { BIN, type Running, serving } from "./processes.ts";

const ACCEPTS = ["application/json", "text/event-stream"];
const AT_ONCE = 20;
/** Megabytes by which the heap may differ between two measurements of a process that leaks nothing. */
const GROWTH_MB = 3;

/** On SIGUSR2 the process collects its garbage and says how many bytes are in use. */
const SCALES = `data:text/javascript,process.on("SIGUSR2",()=>{gc();gc();console.log("heap "+process.memoryUsage().heapUsed)})`;

const sockets = new Set<Socket>();
/** Questions that still wait for their answer. */
const open = new Set<ServerResponse>();
let questions = 0;
/** A gateway that takes every question and answers none. */
let gateway: Server;
let service: Running;

beforeAll(async () => {
  gateway = createServer((_request, response) => {
    questions += 1;
    open.add(response);
    response.on("close", () => open.delete(response));
  });
  gateway.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((bound) => gateway.listen(0, "127.0.0.1", bound));
  const { port } = gateway.address() as AddressInfo;
  service = await serving(["--expose-gc", "--import", SCALES, BIN, "serve"], {
    UPSTREAM_GATEWAY: `http://127.0.0.1:${port}`,
  });
});

afterAll(async () => {
  await service.stop();
  gateway.close();
});

/** Asks many times at once, and hangs up while some answers are awaited from upstream and the others wait for their turn. */
async function askAndLeave(paths: readonly string[]): Promise<void> {
  const before = questions;
  let sent = 0;
  const requests = paths.map((path, i) => {
    const request = get(`${service.url}${path}`, { headers: { accept: ACCEPTS[i % 2] }, agent: false });
    request.on("error", () => undefined);
    request.on("response", (response) => response.on("error", () => undefined).resume());
    request.on("finish", () => {
      sent += 1;
    });
    return request;
  });
  await until(() => sent === paths.length && questions > before, "the engines are asked");
  for (const request of requests) request.destroy();
  await until(() => open.size === 0, "no question is open");
}

async function heapMegabytes(): Promise<number> {
  const read = (): RegExpMatchArray[] => [...service.output().matchAll(/^heap (\d+)$/gm)];
  const before = read().length;
  service.signal("SIGUSR2");
  await until(() => read().length > before, "the heap is measured");
  return Number(read().at(-1)?.[1]) / 2 ** 20;
}

describe("a client that hangs up", () => {
  it.each(ACCEPTS)("closes the sockets to every engine: %s", async (accept) => {
    const request = get(`${service.url}/search?q=${encodeURIComponent(accept)}`, { headers: { accept }, agent: false });
    request.on("error", () => undefined);
    await until(() => sockets.size > 10, "the engines are asked");
    request.destroy();
    await until(() => sockets.size === 0, "no socket is open");
  });

  it("a thousand times leaves neither sockets nor memory behind", async () => {
    let asked = 0;
    const leave = async (total: number): Promise<number> => {
      for (; asked < total; asked += AT_ONCE) {
        const paths = Array.from({ length: AT_ONCE }, (_, i) => `/search?q=a${asked + i}&sources=mojeek,brave`);
        await askAndLeave(paths);
      }
      return heapMegabytes();
    };
    const early = await leave(200);
    const late = await leave(1000);
    expect(late - early).toBeLessThan(GROWTH_MB);
    // A connection that was made the moment its request left is kept for the next one, ten seconds long.
    await until(() => sockets.size === 0, "no socket is open");
  });
});
