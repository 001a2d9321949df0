import ipaddr from "ipaddr.js";
import { catchError, map, type Observable, of, throwError } from "rxjs";
import { z } from "zod";
import { SourceError, toSourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { answered, changed, type Judge } from "../kit/answer.ts";
import { either, otherwise, steps } from "../kit/compose.ts";
import { IsoDate } from "../kit/fields.ts";
import { firstIssue, json, listOf, parseJson } from "../kit/json.ts";
import { parseDomain, query } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { isoDate } from "../kit/values.ts";
import { registrationByWhois } from "../kit/whois-text/referral.ts";
import type { ReadContext, Reader } from "../source.ts";
import { RegistrationItem } from "./item.ts";

const DAY_MS = 86_400_000;
const FALLBACK_TTL_MS = 30 * 60_000;
/** Redirects to the server in charge; asked where IANA's list knows none. */
const REDIRECTOR = "https://rdap.org/";

/** What is asked for: a domain, an address, or an autonomous system. */
export interface RdapQuery {
  readonly kind: "domain" | "ip" | "autnum";
  readonly value: string;
}

const Named = z.union([z.string(), z.number()]).transform(String);
const Bootstrap = z.object({ services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])) });
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

/** The servers in charge by IANA's bootstrap registry (RFC 9224), kept for a day; the redirector where it names none. */
const inCharge: Reader<RdapQuery, RdapQuery & { readonly base: string }> = (asked, context) => {
  const file =
    asked.kind === "domain"
      ? "dns"
      : asked.kind === "autnum"
        ? "asn"
        : ipaddr.IPv6.isValid(asked.value)
          ? "ipv6"
          : "ipv4";
  const services$ = answered(get(`https://data.iana.org/rdap/${file}.json`), context, undefined, (response) => {
    const read = Bootstrap.safeParse(parseJson(response, context.source));
    if (!read.success) throw changed(context.source, firstIssue(read.error));
    return { items: read.data.services };
  });
  return context.cached(`bootstrap ${file}`, services$, { ttlMs: DAY_MS }).pipe(
    map(({ items }) => ({ ...asked, base: baseFor(asked, items) ?? REDIRECTOR })),
    catchError((error) => {
      context.notice({ kind: "note", text: toSourceError(error).message });
      return of({ ...asked, base: REDIRECTOR });
    }),
  );
};

function baseFor({ kind, value }: RdapQuery, services: readonly (readonly [string[], string[]])[]): string | undefined {
  let best = -1;
  let base: string | undefined;
  for (const [entries, urls] of services) {
    const fit = Math.max(-1, ...entries.map((entry) => fitOf(kind, value, entry)));
    if (fit <= best) continue;
    best = fit;
    base = urls.find((url) => url.startsWith("https:")) ?? urls[0];
  }
  return base && (base.endsWith("/") ? base : `${base}/`);
}

/** How exactly an entry covers what is asked: labels of a suffix, bits of a prefix, 0 for a range; -1 where it does not. */
function fitOf(kind: RdapQuery["kind"], value: string, entry: string): number {
  if (kind === "domain") {
    const suffix = entry.toLowerCase();
    return value === suffix || value.endsWith(`.${suffix}`) ? suffix.split(".").length : -1;
  }
  if (kind === "autnum") {
    const [from = Number.NaN, to = from] = entry.split("-").map(Number);
    return Number(value) >= from && Number(value) <= to ? 0 : -1;
  }
  if (!ipaddr.isValidCIDR(entry)) return -1;
  const [network, bits] = ipaddr.parseCIDR(entry);
  const address = ipaddr.parse(value);
  return address.kind() === network.kind() && address.match(network, bits) ? bits : -1;
}

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
    return rdapObject(asked, context).pipe(catchError(missing));
  },
);

const NOTHING = itemOf({ objectClassName: "domain" }, { kind: "domain", value: "" });

/** Runs a reader as another source's: its answers are kept and its refusals rested under that name, not under the caller's. */
export function inNameOf<Input, Out>(source: string, reader: Reader<Input, Out>): Reader<Input, Out> {
  return (input, context) => {
    const { cache, resting } = context.upstream;
    const cached: ReadContext["cached"] = (name, value$, shared) =>
      cache.through(
        { key: `${source} for ${context.source} ${name}`, ttlMs: shared?.ttlMs ?? FALLBACK_TTL_MS, refresh: false },
        resting.guard(source, value$, false),
      );
    return reader(input, { ...context, source, cached });
  };
}

function asked(q: string): RdapQuery {
  const bare = q.replace(/^\[(.*)\]$/, "$1");
  if (ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)) return { kind: "ip", value: bare };
  const number = /^as\s?(\d{1,10})$/i.exec(q)?.[1];
  return number ? { kind: "autnum", value: number } : { kind: "domain", value: parseDomain(q) };
}

export const rdap = defineSource({
  id: "rdap",
  title: "RDAP",
  docs: "https://www.rfc-editor.org/rfc/rfc9083",
  query: query({ describe: "a domain, an IP address or an AS number", example: "nic.versicherung", parse: asked }),
  item: RegistrationItem.extend({
    objectClass: z.enum(["domain", "ip network", "autnum"]).optional(),
    handle: z.string().optional().describe("the registry's own identifier"),
    unicodeName: z.string().optional(),
    name: z.string().optional().describe("of a network or autonomous system"),
    type: z.string().optional().describe("of a network: allocation, assignment, …"),
    country: z.string().optional().describe("ISO 3166-1 alpha-2"),
    startAddress: z.string().optional(),
    endAddress: z.string().optional(),
    parentHandle: z.string().optional(),
    cidrs: z.array(z.string()).optional(),
    startAutnum: z.int().optional(),
    endAutnum: z.int().optional(),
  }),
  read: either(
    ({ kind }) => kind === "domain",
    otherwise(registrationByRdap, (input, context) =>
      inNameOf("whois", registrationByWhois)({ domain: input.value }, context),
    ),
    registrationByRdap,
  ),
});
