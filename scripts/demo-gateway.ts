import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { combineLatest, concat, finalize, from, NEVER, Observable, of, switchMap } from "rxjs";
import { replayGateway } from "../src/replay/gateway.ts";
import { type Asked, fittingMatch } from "../src/replay/match.ts";
import type { Recording } from "../src/replay/recordings.ts";
import { type Gateway, gatewayOver, type World } from "../test/aggregate/world.ts";

/** What a demo's upstreams are made of. */
interface Played {
  readonly recordings: readonly Recording[];
  /** What a recording was asked. */
  readonly wordsOf: (recording: Recording) => string;
  /** Made-up worlds, for what no recording answers, each with the words of which one stands in every question about it. */
  readonly worlds: readonly { readonly world: World; readonly about: RegExp }[];
  /** What is said of what neither has. */
  readonly why: string;
}

/**
 * A gateway that answers with the recording of the very question, else out of a world, else says that there is nothing. It
 * listens while subscribed and emits its address once.
 */
export const demoGateway = ({ recordings, wordsOf, worlds, why }: Played): Observable<string> =>
  combineLatest([
    replayGateway(recordings, { choose: (all, asked) => fittingMatch(all, asked, wordsOf), why }),
    combineLatest(worlds.map(({ world }) => worldly(world))),
  ]).pipe(
    switchMap(([replaying, playing]) =>
      listening((asked) => {
        const { href, hostname } = new URL(asked.url);
        const said = `${decodeURIComponent(href.replace(/%(?![\da-f]{2})/gi, "%25"))} ${asked.body ?? ""}`;
        const at = worlds.findIndex(
          ({ world, about }) =>
            about.test(said) && (world.pages?.[href] !== undefined || world.hosts?.[hostname] !== undefined),
        );
        const there = at < 0 || fittingMatch(recordings, asked, wordsOf) ? undefined : playing[at];
        return (there ?? replaying).url;
      }),
    ),
  );

const worldly = (world: World): Observable<Gateway> =>
  from(gatewayOver(world)).pipe(
    switchMap((gateway) => concat(of(gateway), NEVER).pipe(finalize(() => gateway.close()))),
  );

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
