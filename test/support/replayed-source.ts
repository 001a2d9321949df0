import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { catchError, lastValueFrom, map, of } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../src/errors.ts";
import type { Asked } from "../../src/replay/match.ts";
import { bestMatch, likeness } from "../../src/replay/match.ts";
import { loadRecordings, type Recording } from "../../src/replay/recordings.ts";
import { UNREAD } from "../../src/sources/kit/responses/lenient-parse.ts";
import { type Ask, runSource } from "../../src/sources/run.ts";
import type { Item, Notice, Source } from "../../src/sources/source.ts";
import { keyValue } from "./keys.ts";
import { type Choose, firstOf, replayUpstream } from "./replay-upstream.ts";

/** Sources over their own fixtures and over the recordings beside the project. */
export const FIXTURES = join(import.meta.dirname, "../fixtures");
export const RECORDINGS = join(import.meta.dirname, "../../../shared/recordings");

export interface Outcome {
  readonly items: readonly Item[];
  readonly error: SourceError | undefined;
  readonly asked: readonly Asked[];
  /** What it says of rows and values that could not be read. */
  readonly leftOut: readonly Notice[];
}

/** Runs a source over recordings; the items that came before an error count. */
export async function run(source: Source, ask: Partial<Ask>, keyed: boolean, choose: Choose): Promise<Outcome> {
  const upstream = replayUpstream(choose);
  const keys = Object.fromEntries((source.key?.env ?? []).map((name) => [name, keyed ? keyValue(name) : undefined]));
  const items: Item[] = [];
  const leftOut: Notice[] = [];
  const onNotice = (_source: string, notice: Notice): void => {
    if (notice.kind === "dropped" || (notice.kind === "note" && notice.text.includes(UNREAD))) leftOut.push(notice);
  };
  let error: SourceError | undefined;
  const whole: Ask = { q: source.query.example, pagecount: 1, noCache: false, options: {}, ...ask };
  await lastValueFrom(
    runSource(source, whole, { upstream, keys, now: () => Date.parse("2026-11-21T12:00:00Z"), onNotice }).pipe(
      map((item) => items.push(item)),
      catchError((thrown) => {
        if (!(thrown instanceof SourceError)) throw thrown;
        error = thrown;
        return of(0);
      }),
    ),
    { defaultValue: 0 },
  );
  return { items, error, asked: upstream.asked, leftOut };
}

export const asking = (recording: Recording): Partial<Ask> => ({
  ...(recording.meta.q !== undefined && { q: recording.meta.q }),
  ...(recording.meta.options && { options: recording.meta.options }),
});

/** What the recordings of a source are asked with, where the example does not do: `recordings.json` beside its fixtures. */
const RecordingNotes = z.record(
  z.string(),
  z.strictObject({
    q: z.string().optional(),
    options: z.record(z.string(), z.string()).optional(),
    key: z.boolean().optional(),
    pagecount: z.int().optional(),
    /** The outcome is this failure. */
    code: z.string().optional(),
    /** The recording cannot be passed, and why; it counts as not passed. */
    unfit: z.string().optional(),
  }),
);

export function notesOf(source: Source): z.output<typeof RecordingNotes> {
  const file = join(FIXTURES, source.category, source.id, "recordings.json");
  return existsSync(file) ? RecordingNotes.parse(JSON.parse(readFileSync(file, "utf8"))) : {};
}

/** A case's own answer for its address, the steps for theirs. */
export function firstOfCase(fixture: Recording, steps: readonly Recording[]): Choose {
  return (asked, before) => firstOf([fixture, ...steps])(asked, before) ?? undefined;
}

/** A recording answers everything that no own step answers better; one of another host, everything but a step's very path. */
export function recordedStep(recording: Recording, steps: readonly Recording[]): Choose {
  return (asked) => {
    const mine = likeness(recording, asked);
    const better = steps.filter((step) => (mine > 0 ? likeness(step, asked) > mine : samePath(step, asked)));
    return bestMatch(better, asked) ?? recording;
  };
}

const samePath = ({ meta }: Recording, { url }: Asked): boolean =>
  URL.parse(meta.url)?.pathname === URL.parse(url)?.pathname;

/** A fixture or a recording, and what its source reads from it. */
export interface Case {
  readonly name: string;
  readonly recording: Recording;
  readonly run: () => Promise<Outcome>;
}

/** The project's own fixtures of a source. */
export function fixturesOf(source: Source): readonly Case[] {
  const place = `${source.category}/${source.id}`;
  const own = loadRecordings(FIXTURES, place);
  const steps = own.filter(({ meta }) => meta.case === "step");
  const requiresKey = source.key?.required ?? false;
  return own
    .filter(({ meta }) => meta.case && meta.case !== "step")
    .map((fixture) => ({
      name: `fixture ${place}/${fixture.name}`,
      recording: fixture,
      run: () => run(source, asking(fixture), requiresKey || (fixture.meta.key ?? false), firstOfCase(fixture, steps)),
    }));
}

/** Every answer that is kept of a source: its own fixtures, then the recordings that it is expected to read. */
export function casesOf(source: Source): readonly Case[] {
  const place = `${source.category}/${source.id}`;
  if (!existsSync(join(RECORDINGS, place))) return fixturesOf(source);
  const steps = loadRecordings(FIXTURES, place).filter(({ meta }) => meta.case === "step");
  const requiresKey = source.key?.required ?? false;
  const notes = notesOf(source);
  const recorded = loadRecordings(RECORDINGS, place).flatMap((recording) => {
    const { unfit, key, ...note } = notes[recording.name] ?? {};
    if (unfit) return [];
    const name = `recording ${place}/${recording.name}`;
    const choose = recordedStep(recording, steps);
    return [{ name, recording, run: () => run(source, note, requiresKey || (key ?? false), choose) }];
  });
  return [...fixturesOf(source), ...recorded];
}
