import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { combineLatest, concat, finalize, from, NEVER, Observable, of, switchMap } from "rxjs";
import { replayGateway } from "../src/replay/gateway.ts";
import { type Asked, fittingMatch } from "../src/replay/match.ts";
import type { Recording } from "../src/replay/recordings.ts";
import { type Gateway, gatewayOver, type World } from "../test/aggregate/world.ts";
import { isAbout, WORLD } from "../test/aggregate/worlds/valdor.ts";

/** What a demo's upstreams are made of. */
interface Played {
  readonly recordings: readonly Recording[];
  /** What a recording was asked. */
  readonly wordsOf: (recording: Recording) => string;
  /** What is said of what neither has. */
  readonly why: string;
}

/**
 * A gateway that serves the fixtures of the made-up world for questions about it, else the recording of the same request, else an error
 * that says there is none. It listens while subscribed and emits its address once.
 */
export const demoGateway = ({ recordings, wordsOf, why }: Played): Observable<string> =>
  combineLatest([
    replayGateway(recordings, { choose: (all, asked) => fittingMatch(all, asked, wordsOf), why }),
    from(gatewayOver(together(recordings))).pipe(
      switchMap((gateway: Gateway) => concat(of(gateway), NEVER).pipe(finalize(() => gateway.close()))),
    ),
  ]).pipe(
    switchMap(([replaying, playing]) =>
      listening(({ url, body = "" }) => (isAbout(new URL(url), body) ? playing : replaying).url),
    ),
  );

/** The world, with its packages where the recorded ones are, and its registry of domains beside the recorded ones. */
function together(recordings: readonly Recording[]): World {
  const { hosts = {} } = WORLD;
  const bootstrap = recordings.find(({ meta }) => meta.url.endsWith("/rdap/dns.json"));
  const services: unknown[] = bootstrap ? JSON.parse(Buffer.from(bootstrap.body()).toString("utf8")).services : [];
  return {
    ...WORLD,
    hosts: {
      ...hosts,
      ...(hosts["registry.test"] && { "instance.example": hosts["registry.test"] }),
      "data.iana.org": () => ({ body: { services: [[["example"], ["https://rdap.registry.example/"]], ...services] } }),
    },
  };
}

type Choose = (asked: Asked) => string;

/** A gateway of its own that hands every request to the one that is chosen; it listens while subscribed. */
const listening = (choose: Choose): Observable<string> =>
  new Observable((gateway) => {
    const server = createServer((request, response) => void passOn(request, response, choose));
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      gateway.next(`http://127.0.0.1:${port}`);
    });
    return () => {
      server.close();
      server.closeAllConnections();
    };
  });

/** Hands a request on, and its answer back. */
async function passOn(request: IncomingMessage, response: ServerResponse, choose: Choose): Promise<void> {
  const body = await text(request);
  const { method = "GET", headers } = request;
  const to = choose({ method, url: String(headers["x-upstream-url"]), body: body || undefined });
  const passed = ask(to, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, { "x-tributary-replay": "1", ...answer.headers });
    answer.pipe(response);
  });
  passed.on("error", () => response.destroy());
  response.on("close", () => passed.destroy());
  passed.end(body);
}
