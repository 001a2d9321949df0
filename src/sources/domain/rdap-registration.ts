import { catchError, type Observable, of, throwError } from "rxjs";
import { SourceError, toSourceError } from "../../errors.ts";
import type { Judge } from "../kit/answer.ts";
import { steps } from "../kit/compose.ts";
import { json } from "../kit/json.ts";
import { get } from "../kit/request.ts";
import type { ReadContext, Reader } from "../source.ts";
import type { RdapQuery } from "./rdap-query.ts";
import { itemOf, RdapObject } from "./rdap-record.ts";
import { inCharge } from "./rdap-servers.ts";

/** Only a server in charge can say that something is not registered, and says so in RDAP's own form or with an empty body. */
const judge: Judge = (response) => {
  if (response.status !== 404) return undefined;
  const { hostname = "" } = URL.parse(response.url) ?? {};
  if (hostname === "rdap.org") return new SourceError("unreachable", "No RDAP server is known for that name.");
  const type = response.headers["content-type"] ?? "";
  if (response.body.length === 0 || type.includes("json")) return undefined;
  return new SourceError("unreachable", `${hostname} has no RDAP answer under that address.`);
};

const rdapObject = json({
  request: ({ base, kind, value }: RdapQuery & { base: string }) =>
    get(`${base}${kind}/${value}`, {}, { headers: { accept: "application/rdap+json, application/json;q=0.8" } }),
  judge,
  body: RdapObject,
  items: (object, asked) => [itemOf(object, asked)],
});

/** Every server rests by itself: that one registry refuses says nothing of the others. */
const atServer = (base: string, context: ReadContext): ReadContext => ({
  ...context,
  cached: (name, value$, holding) =>
    context.cached(name, value$, { ...holding, way: URL.parse(base)?.hostname ?? base }),
});

/**
 * A registration by RDAP (RFC 9082, 9083). A name that the server in charge does not have is an item with
 * `available: true`; an address or number that it does not have is no item.
 */
export const registrationByRdap: Reader<RdapQuery, Omit<ReturnType<typeof itemOf>, "objectClass">> = steps(
  inCharge,
  (asked, context) => {
    const missing = (error: unknown): Observable<ReturnType<typeof itemOf>> => {
      if (toSourceError(error).kind !== "not-found") return throwError(() => error);
      if (asked.kind !== "domain") return of();
      return of({ ...NOTHING, title: asked.value, domain: asked.value, available: true });
    };
    return rdapObject(asked, atServer(asked.base, context)).pipe(catchError(missing));
  },
);

const NOTHING = itemOf({ objectClassName: "domain" }, { kind: "domain", value: "" });
