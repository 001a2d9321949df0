import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { bestMatch } from "../../src/replay/match.ts";
import type { Recording } from "../../src/replay/recordings.ts";

/** An answer written in the test itself. */
export interface Page {
  readonly body: string | object | Uint8Array;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the world is, for one bench. */
export interface World {
  /** Answers by address, before all others; JSON where the body is an object, else HTML unless the headers say otherwise. */
  readonly pages?: Readonly<Record<string, Page>>;
  /** Answers of a host, asked with the whole address and what was posted, before the recordings. */
  readonly hosts?: Readonly<Record<string, (url: URL, request: IncomingMessage, posted?: string) => Page | undefined>>;
  /** Recorded answers; also of DNS, WHOIS, TLS and browsers, by their addresses (`dns://A/example.com`). */
  readonly recordings?: readonly Recording[];
  /** What answers where nothing else does; default: a 404. */
  readonly otherwise?: Page;
  /** Hosts, or "all", that drop every connection. */
  readonly failing?: readonly string[] | "all";
  /** Hosts, or "all", that never answer. */
  readonly hanging?: readonly string[] | "all";
  /** The keys that are set, and other environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Milliseconds since 1970; default: the real time. */
  readonly now?: () => number;
}

/** A world's gateway on loopback. */
export interface Gateway {
  readonly url: string;
  /** Every address asked so far, in order. */
  readonly asked: readonly string[];
  /** Requests that have no answer yet. */
  open(): number;
  close(): void;
}

/** Plays a world as a gateway to all upstreams. */
export async function gatewayOver(world: World): Promise<Gateway> {
  const asked: string[] = [];
  const openNow = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const url = new URL(String(request.headers["x-upstream-url"]));
    asked.push(url.href);
    openNow.add(response);
    response.on("close", () => openNow.delete(response));
    if (names(world.hanging, url.hostname)) {
      request.resume();
      return;
    }
    text(request).then(
      (whole) => answer(world, url, request, response, whole),
      // The asker has left.
      () => response.destroy(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    open: () => openNow.size,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const names = (hosts: readonly string[] | "all" | undefined, host: string): boolean =>
  hosts === "all" || (hosts?.includes(host) ?? false);

function answer(world: World, url: URL, request: IncomingMessage, response: ServerResponse, posted: string): void {
  if (names(world.failing, url.hostname)) {
    request.socket.destroy();
    return;
  }
  const page = world.pages?.[url.href] ?? world.hosts?.[url.hostname]?.(url, request, posted);
  const recording = page
    ? undefined
    : bestMatch(world.recordings ?? [], { method: request.method ?? "GET", url: url.href });
  if (recording) {
    const { meta } = recording;
    response.writeHead(meta.status, {
      ...meta.responseHeaders,
      ...meta.headers,
      ...(meta.contentType && { "content-type": meta.contentType }),
    });
    response.end(request.method === "HEAD" ? undefined : recording.body());
    return;
  }
  const missing: Page = { body: `Nothing answers ${url.href}`, status: 404, headers: { "content-type": "text/plain" } };
  said(page ?? world.otherwise ?? missing, request, response);
}

function said({ body, status = 200, headers }: Page, request: IncomingMessage, response: ServerResponse): void {
  const bytes = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  const type = bytes === body ? "text/html; charset=utf-8" : "application/json";
  response.writeHead(status, { "content-type": type, ...headers }).end(request.method === "HEAD" ? undefined : bytes);
}
