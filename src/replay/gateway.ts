import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Observable } from "rxjs";
import { type Asked, bestMatch } from "./match.ts";
import type { Recording } from "./recordings.ts";

/** Every replayed answer says so. */
const REPLAY_HEADER = "x-tributary-replay";

const MAX_REQUEST_BYTES = 1024 * 1024;

/** What a replaying gateway did with a request. */
interface Replayed extends Asked {
  readonly recording: Recording | undefined;
}

export interface ReplayGateway {
  readonly url: string;
  readonly server: Server;
}

interface GatewayOptions {
  readonly host?: string;
  readonly port?: number;
  /** The recording that answers a request; default: `bestMatch`. */
  readonly choose?: ((recordings: readonly Recording[], asked: Asked) => Recording | undefined) | undefined;
  /** What is said where there is none. */
  readonly why?: string | undefined;
  readonly onAnswer?: ((replayed: Replayed) => void) | undefined;
}

/**
 * A gateway that answers with recordings, labelled `x-tributary-replay: 1`; it listens while subscribed and emits itself
 * once. A request without a recording is answered 502 `x-tributary-replay: miss`.
 */
export function replayGateway(
  recordings: readonly Recording[],
  { host = "127.0.0.1", port = 0, choose = bestMatch, why, onAnswer }: GatewayOptions = {},
): Observable<ReplayGateway> {
  return new Observable((gateway) => {
    const server = createServer((request, response) =>
      answer(request, response, { find: (asked) => choose(recordings, asked), why, onAnswer }),
    );
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

interface Answering extends Pick<GatewayOptions, "why" | "onAnswer"> {
  readonly find: (asked: Asked) => Recording | undefined;
}

function answer(request: IncomingMessage, response: ServerResponse, { find, why, onAnswer }: Answering): void {
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
    const recording = find(asked);
    onAnswer?.({ ...asked, recording });
    if (!recording) {
      response.writeHead(502, {
        "content-type": "text/plain; charset=utf-8",
        [REPLAY_HEADER]: why ? `miss; ${why}` : "miss",
      });
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
