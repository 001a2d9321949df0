import { mkdtempSync, rmSync } from "node:fs";
import { createServer as createHttpServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { of } from "rxjs";
import { z } from "zod";
import { readConfig } from "../../src/config.ts";
import type { App, ServerDeps } from "../../src/http/app-context.ts";
import { createServer } from "../../src/http/server.ts";
import { type Category, defineCategory, defineSource } from "../../src/sources/define.ts";
import { json } from "../../src/sources/kit/readers/json.ts";
import { text } from "../../src/sources/kit/requests/query.ts";
import { get as ask } from "../../src/sources/kit/requests/request.ts";
import { listed } from "../../src/sources/listing.ts";
import type { SourceDefinition } from "../../src/sources/source.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";

/** Answers what is asked of a host of the loopback internet. */
export type Site = (url: URL, response: ServerResponse, request: IncomingMessage) => void;

export interface Internet {
  readonly gateway: string;
  /** The sockets that are open at the gateway now. */
  readonly sockets: ReadonlySet<Socket>;
  /** Every address asked for, in order. */
  readonly asked: readonly string[];
  close(): void;
}

/** A gateway on loopback that is a whole internet: one site a host. */
export async function internet(sites: Readonly<Record<string, Site>>): Promise<Internet> {
  const sockets = new Set<Socket>();
  const asked: string[] = [];
  const server = createHttpServer((request, response) => {
    const url = new URL(String(request.headers["x-upstream-url"]));
    asked.push(url.href);
    const site = sites[url.hostname];
    if (site) site(url, response, request);
    else response.writeHead(502).end();
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    gateway: `http://127.0.0.1:${port}`,
    sockets,
    asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A site that answers with JSON. */
export const says =
  (body: unknown, headers: Readonly<Record<string, string>> = {}): Site =>
  (_url, response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };

const ItemOfTests = z.object({
  title: z.string(),
  url: z.url(),
  snippet: z.string().optional(),
  source: z.string(),
  tags: z.array(z.string()).optional(),
  owner: z.object({ name: z.string(), followers: z.int().optional() }).optional(),
  releases: z.array(z.object({ version: z.string() })).optional(),
});

/** A source that reads `https://<id>.example/?q=…&page=…`: `{ rows, last? }`, page by page; a row without `url` does not fit the item's schema. */
export const listing = (id: string, more: Partial<SourceDefinition> = {}): SourceDefinition => ({
  ...defineSource({
    id,
    title: id.toUpperCase(),
    docs: `https://${id}.example/docs`,
    query: text(
      "words",
      "tokio",
      z.object({
        language: z
          .string()
          .regex(/^[a-z]{2}$/, "a two-letter language code")
          .optional(),
      }),
    ),
    item: ItemOfTests,
    read: json({
      pages: ({ text: q, page, language }) => ask(`https://${id}.example/`, { q, page, language }),
      body: z.object({
        rows: z.array(ItemOfTests.omit({ source: true }).partial({ url: true })),
        last: z.boolean().nullish(),
      }),
      items: ({ rows }) => rows.map((row) => ({ ...row, url: row.url ?? "not a URL" })),
      next: ({ last }) => (last ? null : undefined),
    }),
  }),
  ...more,
});

export const categoriesOf = (
  engines: readonly SourceDefinition[],
  others: readonly SourceDefinition[] = [],
): readonly Category[] => [
  defineCategory("search", "Web search", 60_000, engines),
  ...(others.length > 0 ? [defineCategory("packages", "Packages", 60_000, others)] : []),
];

interface Options extends Partial<Omit<ServerDeps, "categories">> {
  readonly environment?: Readonly<Record<string, string>>;
}

let data: string | undefined;
/** A folder of this test file alone: what one file stores is not another's. */
function dataDir(): string {
  if (data === undefined) {
    const made = mkdtempSync(join(tmpdir(), "tributary-data-"));
    process.once("exit", () => rmSync(made, { recursive: true, force: true }));
    data = made;
  }
  return data;
}

/** A server over the real upstream and a gateway. */
export function serverFor(
  gateway: string,
  categories: readonly Category[],
  { environment = {}, ...deps }: Options = {},
): App {
  const config = readConfig({
    UPSTREAM_GATEWAY: gateway,
    TRIBUTARY_NO_PACE: "true",
    LOG_LEVEL: "silent",
    DATA_DIR: dataDir(),
    ...environment,
  });
  const upstream = createUpstream(config, { resolve: () => of(["93.184.216.34"]) });
  const app = createServer({
    config,
    env: { upstream, keys: environment, engines: config.ENGINES },
    categories: categories.map(listed),
    ...deps,
  });
  app.addHook("onClose", () => upstream.close());
  return app;
}

interface Arrival {
  readonly at: number;
  readonly text: string;
}

/** Starts listening on loopback; the address. */
export async function listening(app: App): Promise<string> {
  return app.listen({ host: "127.0.0.1", port: 0 });
}

/** Asks over a real socket; `arrivals` tells when each piece came. */
export function asking(url: string, headers: Readonly<Record<string, string>> = {}) {
  const arrivals: Arrival[] = [];
  const request = get(url, { headers, agent: false });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.on("response", resolve);
    request.on("error", reject);
  });
  const whole = answered.then(
    (response) =>
      new Promise<string>((resolve, reject) => {
        response.setEncoding("utf8");
        response.on("data", (piece: string) => arrivals.push({ at: performance.now(), text: piece }));
        response.on("end", () => resolve(arrivals.map(({ text: piece }) => piece).join("")));
        response.on("error", reject);
        response.on("aborted", () => reject(new Error("aborted")));
      }),
  );
  whole.catch(() => undefined);
  answered.catch(() => undefined);
  return { request, arrivals, answered, whole };
}
