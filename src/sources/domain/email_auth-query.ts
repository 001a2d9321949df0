/** Selectors cannot be listed: these are the ones that mail services mostly use. */
export const SELECTORS =
  "google default selector1 selector2 k1 k2 s1 s2 dkim mail smtp mandrill protonmail fm1 pm zoho everlytickey1 mxvault".split(
    " ",
  );

/** A mail domain, and the DKIM selectors to look under. */
export interface MailQuery {
  readonly domain: string;
  readonly selectors: readonly string[];
  /** The selectors are the asker's own: one without a key is worth an item. */
  readonly chosen: boolean;
}
