import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { clip } from "../values/text.ts";

/* Software that many run: whom to ask is the user's choice, or the operator's, or else a large public instance. */

/**
 * The base address of a service that one may host oneself, without a slash at its end: the value of the environment
 * variable where it is set, else the public instance.
 */
export function operatorsInstance(variable: string, value: string, open = ""): string {
  const base = URL.parse(value || open);
  if (!base || !/^https?:$/.test(base.protocol))
    throw new SourceError("missing-key", `${variable} must be the http(s) address of an instance.`);
  return `${base.origin}${base.pathname.replace(/\/{1,20}$/, "")}`;
}

/** The further parameter that names an instance. */
export const instanceOption = (fallback: string) =>
  z
    .string()
    .max(200)
    .optional()
    .describe(`host name or address of the instance to ask; default: the operator's, or ${fallback}`);

interface Instance {
  /** Without a slash at its end. */
  readonly base: string;
  /** Somebody chose it in a request: the guard looks at it, and it is shown no token. */
  readonly guarded: boolean;
}

/** The instance to ask; `env` is the operator's variable. */
export function chosenInstance(
  { instance, keys }: { readonly instance?: string | undefined; readonly keys: Readonly<Record<string, string>> },
  env: string,
  fallback: string,
): Instance {
  if (instance) {
    const base = baseOf(instance);
    if (!base) throw new SourceError("bad-query", `instance: “${clip(instance)}” is no host name or http(s) address.`);
    return { base, guarded: true };
  }
  const base = baseOf(keys[env] ?? fallback);
  if (!base) throw new SourceError("missing-key", `${env} must be the host name or http(s) address of an instance.`);
  return { base, guarded: false };
}

function baseOf(written: string): string | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return `${url.origin}${url.pathname.replace(/\/{1,20}$/, "")}`;
}
