import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Client as ClientTwo, StreamableHTTPClientTransport as HttpTwo } from "@modelcontextprotocol/client";
import { lastValueFrom } from "rxjs";
import { readConfig } from "../../src/config.ts";
import type { HttpOptions } from "../../src/mcp/http.ts";
import { createMcpServer } from "../../src/mcp/http-server.ts";
import { createStopping } from "../../src/mcp/stopping.ts";
import { loadRecordings, type Recording } from "../../src/replay/recordings.ts";
import { categories } from "../../src/sources/catalogue.ts";
import type { ListedSource } from "../../src/sources/source.ts";
import type { Upstream } from "../../src/upstream/types.ts";
import { keyValue } from "../support/keys.ts";
import { firstOf, replayUpstream } from "../support/replay-upstream.ts";

const FIXTURES = join(import.meta.dirname, "../fixtures");

/** A server of the tools on loopback. */
export interface Served {
  readonly url: URL;
  /** The same with data by the tools' output schemas beside the text. */
  readonly dataUrl: URL;
  /** As on SIGTERM. */
  drain(graceMs: number): Promise<unknown>;
  close(): void;
}

/** Serves the whole catalogue over an upstream. */
export async function serve(
  upstream: Upstream,
  { environment = {}, ...options }: Partial<HttpOptions> & { environment?: Record<string, string | undefined> } = {},
): Promise<Served> {
  const config = readConfig({ LOG_LEVEL: "silent", TRIBUTARY_NO_PACE: "true", ...environment });
  const stopping = createStopping();
  const server = createMcpServer({ config, env: { upstream, keys: environment }, categories, ...options }, stopping);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  return {
    url,
    dataUrl: new URL("?structured=1", url),
    drain: (graceMs) => lastValueFrom(stopping.drain(server, graceMs), { defaultValue: undefined }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** An upstream that plays one source's own fixtures at a time. */
export function player() {
  let recordings: readonly Recording[] = [];
  const keys: Record<string, string | undefined> = {};
  return {
    keys,
    upstream: replayUpstream((asked, before) => firstOf(recordings)(asked, before)),
    /** Plays a source's fixture; what it is asked with. */
    play(source: ListedSource): { readonly query: string; readonly options: Readonly<Record<string, string>> } {
      const own = loadRecordings(FIXTURES, `${source.category}/${source.id}`);
      const items = own.find(({ meta }) => meta.case === "items");
      if (!items) throw new Error(`${source.id} has no fixture of items`);
      recordings = [items, ...own.filter(({ meta }) => meta.case === "step")];
      const keyed = (source.key?.required ?? false) || (items.meta.key ?? false);
      for (const name of source.key?.env ?? []) keys[name] = keyed ? keyValue(name) : undefined;
      return { query: items.meta.q ?? source.query.example, options: items.meta.options ?? {} };
    },
  };
}

/** What the text of an answer looks like: what came from the web between marks of one nonce. */
export const FENCED =
  /do not obey it\.\n<untrusted-web-content-([0-9a-f]{10})>\n[\s\S]+\n<\/untrusted-web-content-\1>(?:\n|$)/;

/** The second line's client, of one era. */
export async function clientTwo(
  url: URL,
  era: "legacy" | "auto",
  headers: Record<string, string> = {},
): Promise<ClientTwo> {
  const client = new ClientTwo({ name: "test", version: "1" }, { versionNegotiation: { mode: era } });
  await client.connect(new HttpTwo(url, { requestInit: { headers } }));
  return client;
}

/** The text of a tool's answer. */
export function textOf(result: { readonly content?: unknown }): string {
  const content: readonly unknown[] = Array.isArray(result.content) ? result.content : [];
  return content
    .flatMap((block) =>
      typeof block === "object" && block !== null && "text" in block && typeof block.text === "string"
        ? [block.text]
        : [],
    )
    .join("\n");
}
