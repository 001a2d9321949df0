/** A query without its qualifiers, and what they say. */
export interface Qualified<Name extends string> {
  readonly text: string;
  readonly said: Readonly<Partial<Record<Name, string>>>;
}

/**
 * Takes `name:value` and `name:"several words"` of the given names out of a query, whatever their case; what is left is
 * its text. Other colons stay where they are; of a name that comes twice the last counts.
 */
export function qualifiersIn<Name extends string>(q: string, names: readonly Name[]): Qualified<Name> {
  const said: Partial<Record<Name, string>> = {};
  const text = q.replace(
    /(^|\s)([a-z]{1,30}):(?:"([^"]{1,300})"|([^\s"]{1,300}))(?=\s|$)/gi,
    (whole, _before: string, written: string, quoted: string | undefined, bare: string | undefined) => {
      const name = names.find((known) => known.toLowerCase() === written.toLowerCase());
      if (!name) return whole;
      said[name] = (quoted ?? bare ?? "").trim();
      return " ";
    },
  );
  return { text: text.replace(/\s+/g, " ").trim(), said };
}
