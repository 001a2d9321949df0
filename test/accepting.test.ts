import { once } from "node:events";
import { createServer, get, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { firstValueFrom, type Subscription } from "rxjs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { acceptedBeside, portOptions } from "../src/accepting.ts";
import { until } from "./support/until.ts";

const HOST = "127.0.0.1";
let server: Server;
let port: number;
let beside: Subscription | undefined;
let clients: Socket[];

beforeEach(async () => {
  clients = [];
  server = createServer((_request, response) => response.end("here"));
  server.listen({ host: HOST, port: 0, ...(await firstValueFrom(portOptions(HOST, 0))) });
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  beside?.unsubscribe();
  for (const client of clients) client.destroy();
  server.closeAllConnections();
  if (server.listening) server.close();
});

function connectMany(count: number): void {
  for (let n = 0; n < count; n += 1) {
    const client = connect(port, HOST);
    client.on("error", () => client.destroy());
    clients.push(client);
  }
}

/** Resolves when the sockets beside the server's own listen. */
const listening = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("accepts many connections in one turn of the event loop", async () => {
  beside = acceptedBeside(server, 511).subscribe();
  await listening();
  let turn = 0;
  const next = (): void => {
    turn += 1;
    turns = setImmediate(next);
  };
  let turns = setImmediate(next);
  const inTurn = new Map<number, number>();
  server.on("connection", () => inTurn.set(turn, (inTurn.get(turn) ?? 0) + 1));
  connectMany(100);
  await until(() => [...inTurn.values()].reduce((sum, some) => sum + some, 0) === 100, "all are accepted");
  clearImmediate(turns);
  expect(Math.max(...inTurn.values())).toBeGreaterThan(10);
});

it("answers whichever socket a connection came by", async () => {
  beside = acceptedBeside(server, 511, 7).subscribe();
  await listening();
  const answers = await Promise.all(
    Array.from(
      { length: 40 },
      () =>
        new Promise((resolve, reject) => {
          get({ host: HOST, port, agent: false }, (response) => response.setEncoding("utf8").on("data", resolve)).once(
            "error",
            reject,
          );
        }),
    ),
  );
  expect(new Set(answers)).toEqual(new Set(["here"]));
});

it("holds so many connections as the server may have, over all sockets", async () => {
  server.maxConnections = 9;
  beside = acceptedBeside(server, 511, 7).subscribe();
  await listening();
  let [open, most] = [0, 0];
  server.on("connection", (socket) => {
    open += 1;
    most = Math.max(most, open);
    socket.once("close", () => {
      open -= 1;
    });
  });
  connectMany(60);
  await until(() => clients.filter(({ destroyed }) => destroyed).length >= 51, "those above are let go");
  expect(most).toBeLessThanOrEqual(9);
  for (const client of clients) client.destroy();
  await until(() => open === 0, "all have left");
  clients = [];
  connectMany(9);
  await until(() => open === 9, "as many find room again");
});

it("listens no longer once unsubscribed", async () => {
  beside = acceptedBeside(server, 511, 7).subscribe();
  await listening();
  beside.unsubscribe();
  server.close();
  await once(server, "close");
  connectMany(8);
  await until(() => clients.every(({ destroyed }) => destroyed), "nobody is let in");
});

it("tells of a port that somebody listens at, also where it is shared", async () => {
  beside = acceptedBeside(server, 511, 3).subscribe();
  await listening();
  await expect(firstValueFrom(portOptions(HOST, port))).rejects.toMatchObject({ code: "EADDRINUSE" });
  beside.unsubscribe();
  server.close();
  await once(server, "close");
  await expect(firstValueFrom(portOptions(HOST, port))).resolves.toEqual({ reusePort: true });
});
