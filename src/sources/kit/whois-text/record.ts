import { SourceError } from "../../../errors.ts";
import { whoisDate } from "./dates.ts";
import { type Entry, entriesOf } from "./lines.ts";
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

/** A statement that is looked for: its key wherever it stands, or `heading/key`; `heading/` is a bare line below it. */
type Path = string;

const PATHS: Readonly<Record<string, readonly Path[]>> = {
  registrar: [
    "registrar",
    "registrar name",
    "sponsoring registrar",
    "registrar/",
    "registrar/organization",
    "registrar/name",
    "registrar/registrar",
    "authorized agency",
    "registration service provider",
    "registrar handle",
  ],
  registrarUrl: [
    "registrar url",
    "registrar/url",
    "registrar/website",
    "registrar/web",
    "registrar/www",
    "website",
    "referral url",
  ],
  registrarIanaId: ["registrar iana id"],
  registrarAbusePhone: ["registrar abuse contact phone"],
  created: [
    "creation date",
    "created",
    "created on",
    "created date",
    "registered on",
    "registered date",
    "registration time",
    "registration date",
    "registered",
    "record created",
    "domain registration date",
    "domain name commencement date",
    "domain/registered",
    "[created]",
  ],
  updated: [
    "updated date",
    "last-update",
    "last update",
    "last updated",
    "last updated on",
    "last updated date",
    "last modified",
    "modified",
    "changed",
    "modification date",
  ],
  expires: [
    "registry expiry date",
    "registrar registration expiration date",
    "expiry date",
    "expiration date",
    "expire date",
    "expires on",
    "expires",
    "expire",
    "paid-till",
    "renewal date",
    "expiration time",
    "validity",
    "expiry",
  ],
  dnssec: ["dnssec", "signed", "registrar/dnssec", "signing key"],
  registrant: [
    "registrant organization",
    "registrant organisation",
    "registrant/organization",
    "registrant/organisation",
    "registrant/org",
    "registrant",
    "registrant/",
    "organization",
    "owner",
    "org",
    "holder/name",
    "registrant/name",
    "holder",
  ],
  registrantCountry: ["registrant country", "registrant/country", "registrant country/economy", "holder/country"],
};

const STATUS: readonly Path[] = [
  "domain status",
  "eppstatus",
  "status",
  "state",
  "registration status/",
  "flags/",
  "lock status",
];
const NAMESERVERS: readonly Path[] = [
  "name server",
  "nserver",
  "nameserver",
  "name servers/",
  "nameservers/",
  "domain nameservers/",
  "domain servers in listed order/",
  "nameservers",
  "name servers",
  "nameservers/hostname",
  "primary name server/host name",
  "secondary name server/host name",
  "name servers/dns",
  "dns",
];
const DOMAIN: readonly Path[] = ["domain name", "domain", "domain name/", "domain/name"];
/** Handles that name the holder's own object (RPSL: .fr, .br, .at, .cz). */
const HOLDER_HANDLES: readonly Path[] = ["holder-c", "registrant", "holder", "owner-c"];
const OBJECT_NAMES = ["org", "organization", "contact", "owner", "name", "personname", "person"];

/** Marks of a field that privacy rules keep back. */
const HIDDEN =
  /^redacted\b|redacted for|not disclosed|^not shown|^data (protected|redacted)|gdpr|statutory masking|^private person$|^(withheld|hidden|masked|none|n\/a|-+|\.+)$|withheld for privacy|non-public data|^\*+$/i;

const MAIL = /[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const HOST = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/;

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
  const nameservers = hosts(found(NAMESERVERS)).filter((host) => host !== domain);
  const made: WhoisRecord = {
    domain: hosts(found(DOMAIN))[0] ?? domain,
    available: false,
    registrar: registrarName(one("registrar")),
    registrarUrl: webAddress(one("registrarUrl")),
    registrarIanaId: /^\d{1,7}$/.exec(one("registrarIanaId") ?? "")?.[0],
    registrarAbusePhone: one("registrarAbusePhone"),
    created: date("created"),
    updated: date("updated"),
    expires: date("expires") ?? whoisDate(connectedUntil, tld),
    status: statuses(found(STATUS)),
    nameservers,
    dnssec: signed(one("dnssec"), entries),
    ...holder(all, one("registrant"), one("registrantCountry")),
  };
  if (made.registrar || made.created || made.expires || nameservers.length > 0) return made;
  if (saysFree(text)) return { domain, available: true, status: [], nameservers: [] };
  const refusal = refusalIn(text, server);
  if (refusal) throw refusal;
  if (made.status.length > 0) return made;
  throw new SourceError("changed", `${server} answered in a form we do not know (${text.trim().slice(0, 80)}).`);
}

/** Values by the first path that has any; hidden and empty ones do not count. */
function valuesAt(entries: readonly Entry[], paths: readonly Path[]): string[] {
  for (const path of paths) {
    const slash = path.indexOf("/");
    const [section, key] = slash < 0 ? [undefined, path] : [path.slice(0, slash), path.slice(slash + 1)];
    const values = entries
      .filter((entry) => entry.key === key && (section === undefined ? standsAlone(entry) : entry.section === section))
      .map((entry) => entry.value);
    const shown = values.filter((value) => value !== "" && !HIDDEN.test(value));
    // Bare lines below a heading are one text: where it begins with a refusal, the rest is where else to look.
    if (shown.length > 0 && (key !== "" || shown.length === values.length)) return shown;
  }
  return [];
}

/** Headings whose statements are about the domain itself; below any other heading a key means something else. */
const OWN_HEADINGS = new Set([
  "",
  "domain",
  "relevant dates",
  "domain information",
  "domain name",
  "nameservers",
  "key",
]);
const standsAlone = (entry: Entry): boolean => OWN_HEADINGS.has(entry.section);

/** Paragraphs about a person or organisation (RPSL): what they say of dates and states is not said of the domain. */
function contactBlocks(entries: readonly Entry[]): ReadonlySet<number> {
  const blocks = new Set<number>();
  let before = -1;
  for (const { key, block } of entries) {
    const opens = block !== before && (key === "contact" || key === "keyset");
    if (opens || key === "nic-hdl" || key === "nic-hdl-br") blocks.add(block);
    before = block;
  }
  return blocks;
}

function hosts(values: readonly string[]): string[] {
  const names = values.flatMap((value) => {
    const first = value
      .toLowerCase()
      .split(/[\s,;|([]/, 1)[0]
      ?.replace(/\.$/, "");
    return first && HOST.test(first) && !/^\d{1,3}(\.\d{1,3}){3}$/.test(first) ? first : [];
  });
  return [...new Set(names)];
}

/** "MarkMonitor Inc. [Tag = X]", "MarkMonitor Inc. ( https://… )", "Gabia, Inc.(http://…)" without what follows the name. */
const registrarName = (value: string | undefined): string | undefined =>
  value?.replace(/\s*\[Tag = [^\]]{0,60}\]$/, "").replace(/\s*\(\s*https?:[^)]{0,200}\)$/, "") || undefined;

function webAddress(value: string | undefined): string | undefined {
  const first = value?.split(/\s/, 1)[0];
  if (!first) return undefined;
  const url = URL.parse(/^https?:\/\//i.test(first) ? first : `https://${first}`);
  return url?.hostname.includes(".") ? first.replace(/^(?!https?:)/i, "https://") : undefined;
}

/** "clientHold https://icann.org/epp#clientHold" → "clientHold"; "REGISTERED, DELEGATED" → two; "Connected (2025/09/30)" → "Connected". */
function statuses(values: readonly string[]): string[] {
  const codes = values.flatMap((value) =>
    value
      .replace(/\s*\(?https?:\/\/\S{1,200}$/, "")
      .replace(/\s*\(\d{4}\/\d{2}\/\d{2}\)$/, "")
      .split(/\s*,\s*/),
  );
  return [...new Set(codes.map((code) => code.replace(/\.$/, "").trim()).filter(Boolean))];
}

function signed(value: string | undefined, entries: readonly Entry[]): boolean | undefined {
  if (entries.some(({ section, value: line }) => section === "keys" && /pubKey:|keytag/i.test(line))) return true;
  if (value === undefined) return undefined;
  if (/^(unsigned|no\b|not |inactive|false|disabled)/i.test(value)) return false;
  return /^(signed|yes|active|true|enabled|\d)/i.test(value) ? true : undefined;
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
