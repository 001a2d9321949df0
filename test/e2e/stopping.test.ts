import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tributary } from "./processes.ts";

/** A gateway that takes every question and answers none. */
let mute: Server;
beforeAll(async () => {
  mute = createServer();
  await new Promise<void>((bound) => mute.listen(0, "127.0.0.1", bound));
});
afterAll(() => {
  mute.close();
  mute.closeAllConnections();
});

it.each(["SIGTERM", "SIGINT"] as const)("%s: an open stream is told, and the process ends with 0", async (signal) => {
  const { port } = mute.address() as AddressInfo;
  const service = await tributary(["serve"], { UPSTREAM_GATEWAY: `http://127.0.0.1:${port}` });
  const response = await fetch(`${service.url}/search?q=rxjs`, { headers: { accept: "text/event-stream" } });
  const ended = service.stop(signal);
  const last = (await response.text()).trimEnd().split("\n\n").at(-1);
  expect(last).toMatch(/^event: error\ndata: .*"code":"stopping"/);
  expect(await ended).toEqual({ status: 0, signal: null });
});
