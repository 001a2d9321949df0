import { catchError, type Observable, of, throwError } from "rxjs";
import { z } from "zod";
import { SourceError, toSourceError } from "../../../errors.ts";
import { steps } from "../../kit/compose/steps.ts";
import { json, listOf } from "../../kit/readers/json.ts";
import { get } from "../../kit/requests/request.ts";
import type { Judge } from "../../kit/responses/answer.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { IsoDate } from "../../kit/values/fields.ts";
import type { ReadContext, Reader } from "../../source.ts";
import { inCharge, type RdapQuery } from "./servers.ts";

/** Only a server in charge can say that something is not registered, and says so in RDAP's own form or with an empty body. */
const judge: Judge = (response) => {
  if (response.status !== 404) return undefined;
  const { hostname = "" } = URL.parse(response.url) ?? {};
  if (hostname === "rdap.org") return new SourceError("unreachable", "No RDAP server is known for that name.");
  const type = response.headers["content-type"] ?? "";
  if (response.body.length === 0 || type.includes("json")) return undefined;
  return new SourceError("unreachable", `${hostname} has no RDAP answer under that address.`);
};

const Named = z.union([z.string(), z.number()]).transform(String);

/** A property of a jCard (RFC 7095): name, parameters, type, value. */
const Property = z.tuple([z.string(), z.record(z.string(), z.unknown()), z.string()], z.unknown());

const Card = z
  .tuple([z.literal("vcard"), z.array(Property)])
  .optional()
  .catch(undefined);

const Contact = z.object({ roles: z.array(z.string()).optional(), vcardArray: Card });

const Entity = Contact.extend({
  publicIds: listOf(z.object({ type: z.string(), identifier: Named })),
  entities: z.array(Contact).optional(),
});

const Nameservers = z.array(z.object({ ldhName: z.string().optional() })).optional();

/** An object as RDAP answers it: https://www.rfc-editor.org/rfc/rfc9083#section-5 */
const RdapObject = z.object({
  objectClassName: z.enum(["domain", "ip network", "autnum"]),
  handle: Named.optional(),
  ldhName: z.string().optional(),
  unicodeName: z.string().optional(),
  name: z.string().optional(),
  type: z.string().optional(),
  country: z.string().optional(),
  startAddress: z.string().optional(),
  endAddress: z.string().optional(),
  parentHandle: z.string().optional(),
  startAutnum: z.int().nonnegative().optional(),
  endAutnum: z.int().nonnegative().optional(),
  cidr0_cidrs: z
    .array(z.object({ v4prefix: z.string().optional(), v6prefix: z.string().optional(), length: z.int() }))
    .optional(),
  status: z.array(z.string()).optional(),
  events: z.array(z.object({ eventAction: z.string(), eventDate: z.string().optional() })).optional(),
  entities: z.array(Entity).optional(),
  nameservers: Nameservers,
  fred_nsset: z.object({ nameservers: Nameservers }).optional(),
  secureDNS: z.object({ delegationSigned: z.boolean().optional() }).optional(),
  links: z.array(z.object({ rel: z.string().optional(), href: z.string().optional() })).optional(),
});

type RdapObject = z.output<typeof RdapObject>;

/** The first text value of a jCard's property. */
function cardText(card: z.output<typeof Card>, property: string): string | undefined {
  const value = card?.[1].find(([name]) => name === property)?.[3];
  return typeof value === "string" && value.trim() && !/redacted/i.test(value) ? value : undefined;
}

/** The organisation; a person's name is not taken for one. */
const organisation = (card: z.output<typeof Card>): string | undefined =>
  cardText(card, "org") ?? (cardText(card, "kind") === "org" ? cardText(card, "fn") : undefined);

function countryOf(card: z.output<typeof Card>): string | undefined {
  const country = card?.[1].find(([name]) => name === "adr")?.[1]["cc"];
  return typeof country === "string" ? country : undefined;
}

/** What an object says, as the answer to what was asked. */
function itemOf(object: RdapObject, asked: RdapQuery) {
  const { objectClassName, handle, unicodeName, name, type, country, status, startAddress, endAddress } = object;
  const { parentHandle, startAutnum, endAutnum } = object;
  const registrar = object.entities?.find(({ roles }) => roles?.includes("registrar"));
  const holder = object.entities?.find(({ roles }) => roles?.includes("registrant"));
  const domain =
    objectClassName === "domain" ? (object.ldhName ?? asked.value).toLowerCase().replace(/\.$/, "") : undefined;
  const at = (action: string): string | undefined => {
    const date = object.events?.find(({ eventAction }) => eventAction === action)?.eventDate;
    return IsoDate.safeParse(date).success ? date : isoDate(date);
  };
  const nameservers = (object.nameservers ?? object.fred_nsset?.nameservers)?.flatMap(
    ({ ldhName }) => ldhName?.toLowerCase().replace(/\.$/, "") || [],
  );
  return {
    ...{ objectClass: objectClassName, handle, unicodeName, name, type, country, status, startAddress, endAddress },
    ...{ parentHandle, startAutnum, endAutnum },
    title: domain ?? name ?? handle ?? asked.value,
    url: object.links?.find(({ rel, href }) => rel === "self" && /^https?:\/\//.test(href ?? ""))?.href,
    domain,
    ...(domain && { available: false }),
    registrar: cardText(registrar?.vcardArray, "fn"),
    registrarIanaId: registrar?.publicIds.find((id) => /iana/i.test(id.type))?.identifier,
    registrarAbusePhone: cardText(
      registrar?.entities?.find(({ roles }) => roles?.includes("abuse"))?.vcardArray,
      "tel",
    )?.replace(/^tel:/, ""),
    created: at("registration"),
    updated: at("last changed"),
    expires: at("expiration"),
    nameservers,
    dnssec: object.secureDNS?.delegationSigned,
    registrant: organisation(holder?.vcardArray),
    registrantCountry: countryOf(holder?.vcardArray),
    cidrs: object.cidr0_cidrs?.flatMap(({ v4prefix, v6prefix, length }) => {
      const prefix = v4prefix ?? v6prefix;
      return prefix ? `${prefix}/${length}` : [];
    }),
  };
}

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

const NOTHING = itemOf({ objectClassName: "domain" }, { kind: "domain", value: "" });

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
