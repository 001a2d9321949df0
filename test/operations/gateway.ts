import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Site } from "../http/support.ts";

/** A gateway before another one, which answers for some hosts itself and holds what is asked of others. */
export interface Gateway {
  readonly url: string;
  /** Addresses that are asked and held: those with a word that begins with `hanging`, which the gateway behind does not see. */
  readonly held: readonly string[];
  /** Lets those that are held go on to the gateway behind, and holds none from now on. */
  release(): void;
  close(): void;
}

export async function gatewayBefore(behind: string, sites: Readonly<Record<string, Site>>): Promise<Gateway> {
  const held: string[] = [];
  const waiting: (() => void)[] = [];
  let holds = true;
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    const { "x-upstream-url": url, ...headers } = request.headers;
    const asked = String(url).replace(/hanging[\w-]*(\+|%20)/, "");
    const passed = ask(
      behind,
      { method: request.method, headers: { ...headers, "x-upstream-url": asked } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.on("error", () => response.writeHead(502).end());
    response.on("close", () => passed.destroy());
    request.pipe(passed);
  };
  const server = createServer((request, response) => {
    const url = new URL(String(request.headers["x-upstream-url"]));
    const site = sites[url.hostname.startsWith("hanging") ? "hanging.example" : url.hostname];
    const answer = () => (site ? site(url, response, request) : pass(request, response));
    if (!holds || !url.href.includes("hanging")) return answer();
    held.push(url.href);
    waiting.push(answer);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    held,
    release: () => {
      holds = false;
      for (const answer of waiting.splice(0)) answer();
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
