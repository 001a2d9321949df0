import type { Recording } from "../src/replay/recordings.ts";
import type { Upstream } from "../src/upstream/types.ts";
import { replayUpstream } from "../test/support/replay-upstream.ts";

/** Names that nobody owns (RFC 2606), and the addresses of documentation (RFC 5737) backwards. */
const MADE_UP = /\.example$|\.2\.0\.192\.in-addr\.arpa$/;

/** An upstream whose made-up names are looked up in recordings; others are asked where they are. */
export function namesOf(upstream: Upstream, recordings: readonly Recording[]): Upstream {
  const replaying = replayUpstream(({ url }) => recordings.find(({ meta }) => meta.url === url));
  const of = (name: string): Upstream => (MADE_UP.test(name) ? replaying : upstream);
  return {
    ...upstream,
    dns: (name, type) => of(name).dns(name, type),
    tls: (host, port) => of(host).tls(host, port),
  };
}
