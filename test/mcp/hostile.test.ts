import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadRecordings, type Recording } from "../../src/replay/recordings.ts";
import { categories } from "../../src/sources/catalogue.ts";
import type { ListedSource } from "../../src/sources/source.ts";
import { escapes, HOSTILE, hostile, INSTRUCTION } from "../support/hostile.ts";
import { keyValue } from "../support/keys.ts";
import { firstOf, replayUpstream } from "../support/replay-upstream.ts";
import { clientTwo, type Served, serve, textOf } from "./support.ts";

/* Every recorded response of every parser, with a hostile text behind each string: none of it leaves the fence. */

const FIXTURES = join(import.meta.dirname, "../fixtures");
const RECORDINGS = join(import.meta.dirname, "../../../shared/recordings");

let playing: readonly Recording[] = [];
const keys: Record<string, string | undefined> = {};
let served: Served;
let client: Client;
beforeAll(async () => {
  served = await serve(
    replayUpstream((asked, before) => firstOf(playing)(asked, before)),
    { environment: keys },
  );
  client = await clientTwo(served.url, "auto");
});
afterAll(async () => {
  await client.close();
  served.close();
});

/** The texts of a call: its answer, and each of its progress messages. */
async function told(name: string, args: Record<string, unknown>) {
  const progress: string[] = [];
  const onprogress = ({ message }: { message?: string | undefined }): void => void progress.push(message ?? "");
  const result = await client.callTool({ name, arguments: args }, { onprogress, timeout: 60_000 });
  return { answer: textOf(result), progress, failed: result.isError === true };
}

const ownOf = ({ category, id }: ListedSource): readonly Recording[] => [
  ...(existsSync(join(FIXTURES, category, id)) ? loadRecordings(FIXTURES, `${category}/${id}`) : []),
  ...(existsSync(join(RECORDINGS, category, id)) ? loadRecordings(RECORDINGS, `${category}/${id}`) : []),
];

let carried = 0;

describe.each(
  categories
    .flatMap((category) => category.sources)
    .map((source) => ({ name: `${source.category}/${source.id}`, source })),
)("$name", ({ source }) => {
  it("lets nothing that its upstream says out of the fence", async () => {
    const own = ownOf(source);
    const steps = own.filter(({ meta }) => meta.case === "step").map(hostile);
    let carries = false;
    for (const one of own.filter(({ meta }) => meta.case !== "step")) {
      playing = [hostile(one), ...steps];
      const keyed = (source.key?.required ?? false) || (one.meta.key ?? false);
      for (const name of source.key?.env ?? []) keys[name] = keyed ? keyValue(name) : undefined;
      const { answer, progress, failed } = await told(`${source.category}_lookup`, {
        parser: source.id,
        query: one.meta.q ?? source.query.example,
        options: one.meta.options ?? {},
      });
      carries ||= answer.includes(INSTRUCTION);
      for (const text of [answer, ...progress])
        expect(escapes(text), `${one.name}: ${text.slice(0, 300)}`).toBe(undefined);
      if (failed) expect(hostileCharacters(answer), one.name).toBeLessThanOrEqual(200);
    }
    if (carries) carried += 1;
  });
});

/** How much of the hostile text stands in one piece. */
function hostileCharacters(text: string): number {
  const at = text.indexOf(INSTRUCTION);
  if (at < 0) return 0;
  let length = 0;
  while (length < HOSTILE.length && text[at + length] === HOSTILE[length]) length += 1;
  return length;
}

it("carries it through most parsers, so that it shows something", () => {
  expect(carried).toBeGreaterThan(130);
});
