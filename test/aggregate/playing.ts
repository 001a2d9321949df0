import { join } from "node:path";
import { firstValueFrom, of } from "rxjs";
import type { Analysis } from "../../src/aggregate/define.ts";
import { analyses } from "../../src/aggregate/index.ts";
import { readConfig } from "../../src/config.ts";
import { loadRecordings, type Recording } from "../../src/replay/recordings.ts";
import type { Upstream } from "../../src/upstream/types.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { firstOf, replayUpstream } from "../support/replay-upstream.ts";
import { gatewayOver, type World } from "./world.ts";

const FIXTURES = join(import.meta.dirname, "../fixtures");

/** The answers of sources' own fixtures: `fixtures("page/opengraph", "french/dvf")`. Steps and further pages are among them. */
export const fixtures = (...sources: readonly string[]): readonly Recording[] =>
  sources.flatMap((source) =>
    loadRecordings(FIXTURES, source).filter(({ meta }) => ["items", "page-2", "step"].includes(meta.case ?? "")),
  );

/** An upstream over a world. */
export interface Played {
  readonly upstream: Upstream;
  readonly environment: Readonly<Record<string, string>>;
  readonly asked: readonly string[];
  /** Upstream requests that have no answer yet. */
  open(): number;
  close(): Promise<void>;
}

/** Plays a world on loopback. */
export async function playing(world: World): Promise<Played> {
  const { url, asked, open, close } = await gatewayOver(world);
  const environment = {
    UPSTREAM_GATEWAY: url,
    TRIBUTARY_NO_PACE: "true",
    LOG_LEVEL: "silent",
    ...world.environment,
  };
  const upstream = overRecordings(
    createUpstream(readConfig(environment), { resolve: () => of(["93.184.216.34"]), random: () => 0 }),
    world,
  );
  return {
    upstream,
    environment,
    asked,
    open,
    close: async () => {
      await upstream.close();
      close();
    },
  };
}

/** An analysis by its path. */
export async function analysisAt(path: string): Promise<Analysis> {
  const listed = analyses.find((one) => one.path === path);
  if (!listed) throw new Error(`There is no analysis at ${path}.`);
  return firstValueFrom(listed.code);
}

/** HTTP over the gateway's sockets; names, certificates and browsers out of the recordings. */
function overRecordings(upstream: Upstream, { recordings = [], failing }: World): Upstream {
  const { whois, dns, tls, screenshot, render, lend } = replayUpstream(
    failing === "all" ? () => undefined : firstOf(recordings),
  );
  return { ...upstream, whois, dns, tls, screenshot, render, lend };
}
