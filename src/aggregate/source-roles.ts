/**
 * What a source is to an analysis.
 *
 * - `primary`: asked; that it fails makes the answer partial
 * - `fallback`: asked where the one before it failed or found nothing (`ask.withFallback`)
 * - `keyed`: left out without its key, which makes nothing partial unless the request names it
 * - `enriching`: never needed
 */
type Kind = "primary" | "fallback" | "keyed" | "enriching";

/** How an analysis uses a source. */
export interface SourceRole {
  readonly kind: Kind;
  /** Milliseconds that one question to it may take. */
  readonly ms: number;
  /** It says what `q` is: it runs even where `sources=` does not name it, and is then told of in `understood.by` only. */
  readonly resolves: boolean;
}

/** A use as an analysis writes it: its kind, or more than that. */
export type WrittenRole = Kind | (Pick<SourceRole, "kind"> & Partial<SourceRole>);

/** Sources by id. */
export type SourceRoles = Readonly<Record<string, WrittenRole>>;

const SHARE_MS = 15_000;

export const roleOf = (written: WrittenRole): SourceRole => ({
  ms: SHARE_MS,
  resolves: false,
  ...(typeof written === "string" ? { kind: written } : written),
});
