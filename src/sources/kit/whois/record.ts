import { SourceError } from "../../../errors.ts";
import { quotedSaying } from "../responses/said.ts";
import { whoisDate } from "./dates.ts";
import { type Entry, entriesOf } from "./lines.ts";
import { DOMAIN, HOLDER_HANDLES, NAMESERVERS, OBJECT_NAMES, PATHS, type Path, STATUS } from "./paths.ts";
import {
  contactBlocks,
  HIDDEN,
  historyOf,
  hosts,
  registrarName,
  signed,
  statuses,
  valuesAt,
  webAddress,
  withoutHandle,
} from "./values.ts";
import { refusalIn, saysFree } from "./verdict.ts";

/** What a WHOIS answer says of a domain name. Dates are ISO 8601; what a registry hides is absent. */
export interface WhoisRecord {
  readonly domain: string;
  readonly available: boolean;
  readonly registrar?: string | undefined;
  readonly registrarUrl?: string | undefined;
  readonly registrarIanaId?: string | undefined;
  readonly registrarAbusePhone?: string | undefined;
  readonly created?: string | undefined;
  readonly updated?: string | undefined;
  readonly expires?: string | undefined;
  /** EPP codes or the registry's own words. */
  readonly status: readonly string[];
  /** Lower case, without addresses. */
  readonly nameservers: readonly string[];
  readonly dnssec?: boolean | undefined;
  /** The organisation. */
  readonly registrant?: string | undefined;
  readonly registrantCountry?: string | undefined;
}

const MAIL = /[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;

/** A WHOIS answer's text without e-mail addresses. */
export const withoutMail = (text: string): string => text.replace(MAIL, "");

/**
 * Reads the answers to one question: the registry's, and after it the registrar's where there is one; the registry's
 * word counts first.
 *
 * Errors: `rate-limited` and `blocked` where the server says so in its text, `changed` for a text that says nothing known.
 */
export function whoisRecord(asked: string, text: string, server: string): WhoisRecord {
  const domain = asked.toLowerCase();
  const tld = domain.slice(domain.lastIndexOf(".") + 1);
  const all = entriesOf(withoutMail(text));
  const contacts = contactBlocks(all);
  const entries = all.filter(({ block }) => !contacts.has(block));
  const found = (paths: readonly Path[] | undefined): string[] => valuesAt(entries, paths ?? []);
  const one = (field: string): string | undefined => found(PATHS[field])[0];
  const date = (field: string): string | undefined =>
    found(PATHS[field]).flatMap((value) => whoisDate(value, tld) ?? [])[0];

  const state = found(["state"])[0];
  const connectedUntil = /\((\d{4}\/\d{2}\/\d{2})\)$/.exec(state ?? "")?.[1];
  const { assigned, changed } = historyOf(found(["changed"]));
  const nameservers = hosts(found(NAMESERVERS)).filter((host) => host !== domain);
  const made: WhoisRecord = {
    domain: hosts(found(DOMAIN))[0] ?? domain,
    available: false,
    registrar: registrarName(one("registrar")),
    registrarUrl: webAddress(one("registrarUrl")),
    registrarIanaId: /^\d{1,7}$/.exec(one("registrarIanaId") ?? "")?.[0],
    registrarAbusePhone: one("registrarAbusePhone"),
    created: date("created") ?? whoisDate(assigned, tld),
    updated: date("updated") ?? whoisDate(changed, tld),
    expires: date("expires") ?? whoisDate(connectedUntil, tld),
    status: statuses(found(STATUS)),
    nameservers,
    dnssec: signed(one("dnssec"), entries),
    ...holder(all, withoutHandle(one("registrant")), one("registrantCountry")),
  };
  if (made.registrar || made.created || made.expires || nameservers.length > 0) return made;
  if (saysFree(text)) return { domain, available: true, status: [], nameservers: [] };
  const refusal = refusalIn(text, server);
  if (refusal) throw refusal;
  if (made.status.length > 0) return made;
  throw new SourceError("changed", `${server} answered in a form we do not know (${quotedSaying(text)}).`);
}

/** The holder as the answer names it, or as the object says that its handle points to. A person is left out. */
function holder(
  entries: readonly Entry[],
  named: string | undefined,
  country: string | undefined,
): Pick<WhoisRecord, "registrant" | "registrantCountry"> {
  const handles = new Set(HOLDER_HANDLES.flatMap((path) => valuesAt(entries, [path])));
  const target = entries.find(({ key, value }) => /^(nic-hdl|nic-hdl-br|contact)$/.test(key) && handles.has(value));
  if (!target)
    return {
      registrant: looksLikeHandle(named) ? undefined : named,
      registrantCountry: country ?? ownCountry(entries),
    };
  const object = entries.filter(({ block }) => block === target.block);
  const at = (key: string): string | undefined =>
    object.find((entry) => entry.key === key && entry.value !== target.value && !HIDDEN.test(entry.value))?.value;
  const person = /^person$/i.test(at("type") ?? "");
  const owner = valuesAt(entries, ["owner"])[0];
  return {
    registrant: person ? undefined : (owner ?? OBJECT_NAMES.flatMap((key) => at(key) ?? [])[0]),
    registrantCountry: at("country") ?? country ?? ownCountry(entries),
  };
}

/** .br names the owner's country within the domain's own object. */
const ownCountry = (entries: readonly Entry[]): string | undefined =>
  entries.find(
    (entry) => entry.key === "country" && entries.some((other) => other.key === "owner" && other.block === entry.block),
  )?.value;

/** "mmr8008-53808", "GHI4-NICAT": a name of an object that the answer does not hold. */
const looksLikeHandle = (value: string | undefined): boolean =>
  /^[A-Za-z]{1,10}\d{1,10}(-[A-Za-z0-9]{1,12})?$/.test(value ?? "");
