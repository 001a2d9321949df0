import type { HttpHead } from "../../../upstream/types.ts";

/* The headers that have an inner form, and what is weak about what they say. */

/** `Strict-Transport-Security` (RFC 6797), taken apart. */
export function hstsOf(value: string) {
  const maxAge = /(?:^|;)\s{0,9}max-age\s{0,9}=\s{0,9}"?(\d{1,12})/i.exec(value)?.[1];
  return {
    maxAge: maxAge === undefined ? undefined : Number(maxAge),
    includeSubDomains: /(?:^|;)\s{0,9}includeSubDomains\b/i.test(value),
    preload: /(?:^|;)\s{0,9}preload\b/i.test(value),
  };
}

const YEAR_SECONDS = 31_536_000;

export function hstsWeaknesses(value: string): string[] {
  const { maxAge, includeSubDomains } = hstsOf(value);
  return [
    ...(maxAge === undefined ? ["It has no max-age and does nothing."] : []),
    ...(maxAge !== undefined && maxAge < YEAR_SECONDS ? [`max-age is ${maxAge} s, less than a year.`] : []),
    ...(includeSubDomains ? [] : ["It leaves subdomains out."]),
  ];
}

/** A policy's directives by name; the first of a name counts. Several policies (joined by commas) are read as one. */
function directivesOf(value: string): ReadonlyMap<string, readonly string[]> {
  const directives = new Map<string, readonly string[]>();
  for (const directive of value.slice(0, 50_000).split(/[;,]/)) {
    const [name, ...values] = directive.trim().split(/\s+/);
    if (name && !directives.has(name.toLowerCase()))
      directives.set(
        name.toLowerCase(),
        values.map((word) => word.toLowerCase()),
      );
  }
  return directives;
}

export function cspWeaknesses(value: string): string[] {
  const directives = directivesOf(value);
  const scripts = directives.get("script-src") ?? directives.get("default-src");
  const strict = scripts?.some((word) => /^'(nonce-|sha(256|384|512)-|strict-dynamic)/.test(word)) ?? false;
  return [
    ...(scripts ? [] : ["It says nothing of scripts (no script-src, no default-src)."]),
    ...(scripts?.includes("'unsafe-inline'") && !strict ? ["It allows inline scripts ('unsafe-inline')."] : []),
    ...(scripts?.includes("'unsafe-eval'") ? ["It allows eval ('unsafe-eval')."] : []),
    ...(scripts?.some((word) => /^(\*|https?:|data:)$/.test(word)) && !strict
      ? ["It allows scripts of any host."]
      : []),
  ];
}

/** Who may frame the page, as the policy says it. */
export const frameAncestors = (headers: HttpHead["headers"]): string | undefined => {
  const ancestors = directivesOf(headers["content-security-policy"] ?? "").get("frame-ancestors");
  return ancestors && `frame-ancestors ${ancestors.join(" ")}`;
};
