import { domainToASCII } from "node:url";
import { z } from "zod";
import { plainly, SourceError, UNWRITABLE } from "../../../errors.ts";
import type { QuerySpec } from "../../source.ts";
import { clip } from "../values/text.ts";

type Options = z.ZodObject;
const NO_OPTIONS = z.object({});

/** A query of its own kind: `parse` sees the trimmed words and the checked options. */
export function query<Input, Shape extends Options = typeof NO_OPTIONS>(spec: {
  describe: string;
  example: string;
  options?: Shape;
  parse: (q: string, options: z.output<Shape>) => Input;
}): QuerySpec<Input> {
  const options = spec.options ?? NO_OPTIONS;
  return {
    describe: spec.describe,
    example: spec.example,
    options,
    parse: (q, given) => {
      const words = q.trim();
      if (!words) throw new SourceError("bad-query", `q: is missing: ${spec.describe}, for example ${spec.example}.`);
      if (UNWRITABLE.test(words)) throw new SourceError("bad-query", "q: must not hold control characters.");
      const checked = options.safeParse(given);
      if (!checked.success) {
        const issue = checked.error.issues[0];
        throw new SourceError(
          "bad-query",
          `${issue?.path.join(".") || "a parameter"}: ${plainly(issue?.message ?? "")}.`,
        );
      }
      return spec.parse(words, checked.data as z.output<Shape>);
    },
  };
}

/** Free text; the input is `{ text }` with the options beside it. */
export function text<Shape extends Options = typeof NO_OPTIONS>(
  describe: string,
  example: string,
  options?: Shape,
): QuerySpec<{ text: string } & z.output<Shape>> {
  return query({ describe, example, ...(options && { options }), parse: (q, given) => ({ ...given, text: q }) });
}

/** A page's address; `https://` is assumed where no scheme is given. The input is `{ url }`, canonicalised by the URL parser. */
export function url<Shape extends Options = typeof NO_OPTIONS>(
  describe: string,
  example: string,
  options?: Shape,
): QuerySpec<{ url: string } & z.output<Shape>> {
  return query({
    describe,
    example,
    ...(options && { options }),
    parse: (q, given) => ({ ...given, url: parseUrl(q).href }),
  });
}

/** A host name out of a name, URL or e-mail address; the input is `{ domain }`, in lower-case ASCII. */
export function domain<Shape extends Options = typeof NO_OPTIONS>(
  describe: string,
  example: string,
  options?: Shape,
): QuerySpec<{ domain: string } & z.output<Shape>> {
  return query({
    describe,
    example,
    ...(options && { options }),
    parse: (q, given) => ({ ...given, domain: parseDomain(q) }),
  });
}

/** What is looked for; "" asks for the latest. */
export interface Words {
  readonly text: string;
}

/** Words to look for; `*` asks for the latest without any. */
export const wordsOrLatest = <Shape extends z.ZodObject = z.ZodObject<Record<string, never>>>(
  describe: string,
  example: string,
  options?: Shape,
): QuerySpec<Words & z.output<Shape>> =>
  query({
    describe: `${describe}; * for the latest`,
    example,
    ...(options && { options }),
    parse: (q, given) => ({ ...given, text: q === "*" ? "" : q }),
  });

/** A path of a file, of Unix or of Windows; `//host` is an address without its scheme, and `file://` one that the guard refuses. */
const PATH = /^(?:\/(?!\/)|\.{1,2}(?:[/\\]|$)|~(?:[/\\]|$)|[a-z]:[/\\]|\\|file:(?!\/\/))/i;

/**
 * A page's address; `https://` is assumed where no scheme is given. Throws `bad-query`, and `forbidden-target` for one that
 * carries credentials: they would be dropped on the way to other addresses of the site, or told to a third party.
 */
export function parseUrl(q: string): URL {
  if (PATH.test(q)) throw new SourceError("bad-query", `“${clip(q)}” is a path, not a URL: files are not read.`);
  const given = /^[a-z][a-z0-9+.-]*:\/\//i.test(q) ? q : `https://${q}`;
  const parsed = URL.parse(given);
  // Without a host, http is no address; other schemes (file:) are one, which the guard refuses by name.
  if (!parsed || (/^https?:$/.test(parsed.protocol) && !parsed.hostname) || /\s/.test(q))
    throw new SourceError("bad-query", `“${clip(q)}” is not a URL.`);
  if (parsed.username || parsed.password)
    throw new SourceError("forbidden-target", `${parsed.hostname} may not be reached: its URL carries credentials.`);
  return parsed;
}

/** The host name in a name, URL or e-mail address, in lower-case ASCII. Throws `bad-query`. */
export function parseDomain(q: string): string {
  const bare = q
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/^[^/@\s]*@/, "")
    .replace(/[/?#:].*$/s, "")
    .replace(/\.$/, "");
  const ascii = domainToASCII(bare).toLowerCase();
  if (!/^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/.test(ascii))
    throw new SourceError("bad-query", `“${clip(q)}” is not a domain name.`);
  return ascii;
}
