import { type ErrorKind, SourceError, toSourceError } from "../errors.ts";
import type { SourceOutcome } from "../events.ts";
import type { Asked } from "./define.ts";
import { omitEmpty } from "./omit-empty.ts";
import type { Part } from "./parts.ts";
import type { AnalysisResponse, Missing } from "./response.ts";
import { SourceNotSelected } from "./source-filter.ts";
import { type Account, isFailure, type SourceOutcomes } from "./source-outcomes.ts";
import { toldOnly, untoldFields } from "./told.ts";

type SectionPart = Extract<Part, { kind: "section" }>;

/** What an analysis has come to so far. */
export interface Answer {
  /** Takes a part in; a section as it goes out, without what is absent, or undefined where nothing of it is there. */
  add(part: Part): SectionPart | undefined;
  /** The answer. Throws the failure that it is where nothing came. */
  whole(generatedAt: string, timeMs: number): AnalysisResponse;
}

export function createAnswer(asked: Asked, ledger: SourceOutcomes): Answer {
  const { analysis, named, q, timeoutMs } = asked;
  const sections = new Map<string, unknown>();
  const absent = new Map<string, SourceError>();
  const limits = new Set(analysis.limits);
  const nones = new Map<string, readonly string[]>();
  const warnings = new Set<string>();
  let weaker = false;

  function put(name: string, value: unknown): void {
    const [section = name, index] = name.split(".");
    if (index === undefined) {
      sections.set(name, value);
      return;
    }
    const list = sections.get(section);
    const entries: unknown[] = Array.isArray(list) ? [...list] : [];
    entries[Number(index)] = value;
    sections.set(section, entries);
  }

  return {
    add: (part) => {
      switch (part.kind) {
        case "limit":
          limits.add(part.text);
          weaker ||= part.weakens === true;
          return undefined;
        case "warning":
          warnings.add(part.text);
          return undefined;
        case "none":
          nones.set(part.text, part.of);
          return undefined;
        case "pledge":
          return undefined;
        case "absent":
          absent.set(part.name, toSourceError(part.error));
          return undefined;
        case "section": {
          const value = omitEmpty(toldOnly(part.name, omitEmpty(part.value), analysis, ledger));
          if (value === undefined || (isEmpty(value) && part.name !== "understood")) return undefined;
          put(part.name, value);
          return { ...part, value };
        }
      }
    },
    whole: (generatedAt, timeMs) => {
      const { understood = {}, ...rest } = Object.fromEntries(sections);
      const order = Object.keys(analysis.answer.shape).filter((name) => name in rest);
      const accounts = ledger.accounts();
      const failure = wholeFailure(order.length, accounts, [...absent.values()], timeoutMs);
      if (failure) throw failure;
      const missing = [
        ...Object.keys(analysis.answer.shape).flatMap((name) => missingOf(name, accounts)),
        ...untoldFields(sections, analysis, ledger).flatMap(({ path, failures: [first, ...more] }) =>
          first && shows(first[0])
            ? [
                {
                  section: path,
                  reason: first[1].message,
                  counts: [first, ...more].some(([id, { kind }]) => counts(id, kind)),
                },
              ]
            : [],
        ),
      ];
      const said = [...warnings, ...ledger.warnings()];
      return {
        success: true,
        q,
        understood: isObject(understood) ? understood : {},
        ...Object.fromEntries(order.map((name) => [name, rest[name]])),
        limits: [...limits, ...[...nones].flatMap(([text, of]) => (areNone(of) ? [text] : [])), ...ledger.limits()],
        ...(said.length > 0 && { warnings: said }),
        partial:
          weaker || missing.some(({ counts }) => counts) || [...accounts].some(([id, account]) => weakens(id, account)),
        ...(missing.length > 0 && { missing: missing.map(({ section, reason }): Missing => ({ section, reason })) }),
        sources: inOrder(accounts),
        generated_at: generatedAt,
        time_ms: timeMs,
      };
    },
  };

  /** Whether what a source came to makes the answer weaker than it could be. */
  function weakens(id: string, { outcome, failures }: Account): boolean {
    return outcome.status === "stale" || failures.some(({ kind }) => counts(id, kind));
  }

  /** What does not exist is an answer, and a source without its key is left out unless it was named. */
  function counts(id: string, kind: ErrorKind): boolean {
    if (kind === "not-found") return false;
    return !(kind === "missing-key" && analysis.sources.get(id)?.kind === "keyed" && !named?.has(id));
  }

  /** Why a section is not there; nothing where nobody who could know it was asked, or it was not there to be known. */
  function missingOf(
    section: string,
    accounts: ReadonlyMap<string, Account>,
  ): readonly (Missing & { readonly counts: boolean })[] {
    if (sections.has(section)) return [];
    const error = absent.get(section);
    if (error instanceof SourceNotSelected) return [];
    const ids = analysis.from[section] ?? [];
    const asked = ids.length > 0 ? ids : [...accounts.keys()];
    const failures = asked.flatMap(
      (id) => accounts.get(id.split("#")[0] ?? id)?.failures.map((failure) => ({ id, failure })) ?? [],
    );
    const reason = error?.message ?? failures[0]?.failure.message;
    if (reason === undefined) {
      if (ledger.isTimedOut() && mayBeKnown(ids))
        return [{ section, reason: `The time of ${timeoutMs / 1000} s was up before it was there.`, counts: true }];
      return untold(section, ids);
    }
    const weaker =
      error && failures.length === 0
        ? error.kind !== "not-found"
        : failures.some(({ id, failure }) => counts(id, failure.kind));
    return [{ section, reason, counts: weaker }];
  }

  /** A section that no source told of: those that were asked failed, their fallbacks too, or answered that there is none. */
  function untold(section: string, ids: readonly string[]): readonly (Missing & { readonly counts: boolean })[] {
    const asked = ids.filter(shows).map((id) => ({ id, fared: ledger.fared(id) }));
    const failures = asked.flatMap(({ id, fared }) =>
      fared.kind === "failed" ? fared.failures.map((failure) => ({ id, failure })) : [],
    );
    const [first] = failures;
    if (first)
      return [
        {
          section,
          reason: first.failure.message,
          counts: failures.some(({ id, failure }) => counts(id, failure.kind)),
        },
      ];
    const empty = asked.flatMap(({ id, fared }) => (fared.kind === "answered" ? [id] : []));
    return empty.length > 0
      ? [{ section, reason: `Nothing of it is known to ${empty.join(", ")}.`, counts: false }]
      : [];
  }

  /** Whether the answer may tell of a source, or of one of its lists. */
  function shows(name: string): boolean {
    return named === undefined || named.has(name.split("#")[0] ?? name);
  }

  /** Whether sources answered that there is none, and none of them failed. */
  function areNone(of: readonly string[]): boolean {
    const kinds = of.map((id) => ledger.fared(id).kind);
    return kinds.includes("answered") && !kinds.includes("failed") && !kinds.includes("running");
  }

  /** Whether a source of a section may be asked at all. */
  function mayBeKnown(ids: readonly string[]): boolean {
    return named === undefined || ids.length === 0 || ids.some((id) => named.has(id));
  }

  function inOrder(accounts: ReadonlyMap<string, Account>): readonly SourceOutcome[] {
    const known = [...analysis.sources.keys()];
    const place = (id: string): number => (known.includes(id) ? known.indexOf(id) : known.length);
    return [...accounts.values()].map(({ outcome }) => outcome).toSorted((a, b) => place(a.id) - place(b.id));
  }
}

/**
 * Why there is no answer at all: all that were asked failed, of the commonest kind (a missing key only where it is
 * everybody's), each named with its reason; or nothing came in time. Undefined where there is one.
 */
function wholeFailure(
  sections: number,
  accounts: ReadonlyMap<string, Account>,
  absent: readonly SourceError[],
  timeoutMs: number,
): SourceError | undefined {
  const outcomes = [...accounts.values()].map(({ outcome }) => outcome);
  const failed = outcomes.filter(({ status }) => isFailure(status));
  if (outcomes.length > 0 && failed.length === outcomes.length) return allFailed(failed);
  if (sections > 0) return undefined;
  if (outcomes.some(({ status }) => status === "timeout"))
    return new SourceError("timeout", `Nothing was there when the time of ${timeoutMs / 1000} s was up.`);
  return absent.find((error) => !(error instanceof SourceNotSelected)) ?? absent[0];
}

function allFailed(outcomes: readonly SourceOutcome[]): SourceError {
  const kinds = outcomes.flatMap(({ status }) => (isFailure(status) ? [status] : []));
  const telling = kinds.filter((kind) => kind !== "missing-key");
  const count = (kind: ErrorKind): number => telling.filter((other) => other === kind).length;
  const [commonest = "missing-key"] = telling.toSorted((a, b) => count(b) - count(a));
  const reasons = outcomes.map(({ id, status, error }) => `${id}: ${status}${error ? ` (${error})` : ""}`);
  const who = outcomes.length === 1 ? "The only source asked failed" : `All ${outcomes.length} sources failed`;
  return new SourceError(commonest, `${who}. ${reasons.join("; ")}`);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An object of which nothing is there; an empty list is an answer. */
const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;
