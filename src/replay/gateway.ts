import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Observable } from "rxjs";
import { type Asked, bestMatch } from "./match.ts";
import type { Recording } from "./recordings.ts";

/** Every replayed answer says so. */
const REPLAY_HEADER = "x-tributary-replay";

const MAX_REQUEST_BYTES = 1024 * 1024;

/** What a replaying gateway did with a request. */
export interface Replayed extends Asked {
  readonly recording: Recording | undefined;
}

export interface ReplayGateway {
  readonly url: string;
  readonly server: Server;
}

/**
 * A gateway that answers with recordings, labelled `x-tributary-replay: 1`; it listens while subscribed and emits itself
 * once. A request without a recording is answered 502 `x-tributary-replay: miss`.
 */
export function replayGateway(
  recordings: readonly Recording[],
  {
    host = "127.0.0.1",
    port = 0,
    onAnswer,
  }: { host?: string; port?: number; onAnswer?: (replayed: Replayed) => void } = {},
): Observable<ReplayGateway> {
  return new Observable((gateway) => {
    const server = createServer((request, response) => answer(recordings, request, response, onAnswer));
    server.on("error", (error) => gateway.error(error));
    server.listen(port, host, () => {
      const { port: bound } = server.address() as AddressInfo;
      gateway.next({ url: `http://${host}:${bound}`, server });
    });
    return () => {
      server.close();
      server.closeAllConnections();
    };
  });
}

function answer(
  recordings: readonly Recording[],
  request: IncomingMessage,
  response: ServerResponse,
  onAnswer: ((replayed: Replayed) => void) | undefined,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_REQUEST_BYTES) request.destroy();
    else chunks.push(chunk);
  });
  request.on("end", () => {
    const asked: Asked = {
      method: request.method ?? "GET",
      url: String(request.headers["x-upstream-url"] ?? ""),
      body: Buffer.concat(chunks).toString("utf8") || undefined,
    };
    const recording = bestMatch(recordings, asked);
    onAnswer?.({ ...asked, recording });
    if (!recording) {
      response.writeHead(502, { "content-type": "text/plain; charset=utf-8", [REPLAY_HEADER]: "miss" });
      response.end(`No recording answers ${asked.method} ${asked.url}\n`);
      return;
    }
    const { meta } = recording;
    response.writeHead(meta.status, {
      ...meta.responseHeaders,
      ...meta.headers,
      ...(meta.contentType && { "content-type": meta.contentType }),
      [REPLAY_HEADER]: "1",
    });
    response.end(request.method === "HEAD" ? undefined : recording.body());
  });
}
