import type { HttpRequest } from "../../../upstream/types.ts";

type ParamValue = string | number | boolean | null | undefined | readonly (string | number)[];
/** Parameters by name; a list repeats its name. */
export type Params = Readonly<Record<string, ParamValue>>;

/** Parameters in the order given; undefined and null are left out, a list repeats its name. */
export function params(values: Params): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  return search;
}

type Extra = Omit<HttpRequest, "url" | "method" | "body">;

/** GET `url` with the parameters appended. */
export function get(url: string, values: Params = {}, extra: Extra = {}): HttpRequest {
  const search = params(values).toString();
  return { ...extra, url: search ? `${url}${url.includes("?") ? "&" : "?"}${search}` : url };
}

/** POST a form. Searching by form changes nothing upstream, so it may be repeated. */
export function postForm(url: string, values: Params, extra: Extra = {}): HttpRequest {
  return {
    idempotent: true,
    ...extra,
    url,
    method: "POST",
    body: params(values).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...extra.headers },
  };
}

/** POST JSON. Asking by JSON (GraphQL included) changes nothing upstream, so it may be repeated. */
export function postJson(url: string, value: unknown, extra: Extra = {}): HttpRequest {
  return {
    idempotent: true,
    ...extra,
    url,
    method: "POST",
    body: JSON.stringify(value),
    headers: { "content-type": "application/json", accept: "application/json", ...extra.headers },
  };
}

/** The header that carries a token (RFC 6750); none where no token is set. */
export const bearer = (token: string): Readonly<Record<string, string>> =>
  token ? { authorization: `Bearer ${token}` } : {};
