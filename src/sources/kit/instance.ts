import { SourceError } from "../../errors.ts";

/**
 * The base address of a service that one may host oneself, without a slash at its end: the value of the environment
 * variable where it is set, else the public instance.
 */
export function instanceOf(variable: string, value: string, open: string): string {
  const base = URL.parse(value || open);
  if (!base || !/^https?:$/.test(base.protocol))
    throw new SourceError("missing-key", `${variable} must be the http(s) address of an instance.`);
  return `${base.origin}${base.pathname.replace(/\/{1,20}$/, "")}`;
}
