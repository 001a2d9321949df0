/** How entries of a list may be cut. */
export interface TextFields {
  /** The field that may be shortened. */
  readonly text: string;
  /** List fields that are emptied before any text is cut. */
  readonly spare: readonly string[];
  /** Takes from the text what goes before any sentence does, a table of contents. */
  readonly lighter?: (text: string) => string;
  /** Tokens of text without which an entry is not worth keeping; more than any text has: entries stay whole. */
  readonly floor: number;
  /** Fields that an entry always has, beside its address and its text. */
  readonly must: readonly string[];
}

/** An entry's address, where it has one. */
export function urlOf(entry: object): { readonly url?: string } {
  return "url" in entry && typeof entry.url === "string" ? { url: entry.url } : {};
}
