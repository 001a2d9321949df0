import { SourceError } from "../../../errors.ts";
import type { Reader } from "../../source.ts";
import { entriesOf } from "./lines.ts";
import { type WhoisRecord, whoisRecord, withoutMail } from "./record.ts";
import { refusalIn, saysFree } from "./verdict.ts";
import { type WhoisAnswer, type WhoisQuestion, whois } from "./whois.ts";

const ROOT = "whois.iana.org";
const DAY_MS = 86_400_000;

/** Servers that want more than the name in their question. */
const QUESTIONS: Readonly<Record<string, (domain: string) => string>> = {
  "whois.denic.de": (domain) => `-T dn,ace ${domain}`,
  "whois.jprs.jp": (domain) => `${domain}/e`,
  "whois.verisign-grs.com": (domain) => `domain ${domain}`,
  "whois.dk-hostmaster.dk": (domain) => ` --show-handles ${domain}`,
  "whois.punktum.dk": (domain) => ` --show-handles ${domain}`,
};

interface WhoisRegistration extends WhoisRecord {
  readonly title: string;
  /** The server that answered last. */
  readonly whoisServer: string;
  /** What the registry, and the registrar where it was asked, answered, without e-mail addresses. */
  readonly raw: string;
}

/**
 * A domain's registration by WHOIS: IANA names the registry's server, the registry answers, and where it is a thin one
 * (no holder in its answer) the registrar that it names is asked too. Where IANA cannot be asked, `whois.nic.<tld>` is.
 *
 * Errors: `unreachable` for a TLD without WHOIS, and those of `whoisRecord` and the connection.
 */
export const registrationByWhois: Reader<{ readonly domain: string }, WhoisRegistration> = whois({
  // A registry's legal text may speak of query limits: only an answer that states next to nothing can be a refusal.
  judge: (text, server) => (saysFree(text) || entriesOf(text).length > 3 ? undefined : refusalIn(text, server)),
  next: (answers, { domain }) => {
    const [root, registry] = answers;
    const tld = domain.slice(domain.lastIndexOf(".") + 1);
    if (!root) return { server: ROOT, question: tld, optional: true, sharedForMs: DAY_MS };
    if (!registry) return registryQuestion(root, domain, tld);
    return answers.length === 2 ? registrarQuestion(registry, domain) : undefined;
  },
  items: (answers, { domain }) => {
    const heard = answers.filter((answer) => answer.text !== undefined);
    const told = heard.length > 1 && heard[0]?.server === ROOT ? heard.slice(1) : heard;
    const raw = told.map(({ text }) => text).join("\n\n");
    const whoisServer = told.at(-1)?.server ?? ROOT;
    const record = whoisRecord(domain, raw, told[0]?.server ?? ROOT);
    return [{ ...record, title: record.domain, whoisServer, raw: withoutMail(raw).trim() }];
  },
});

const questionFor = (server: string, domain: string): string => QUESTIONS[server]?.(domain) ?? domain;

function registryQuestion(root: WhoisAnswer, domain: string, tld: string): WhoisQuestion | undefined {
  if (root.text === undefined) {
    const guessed = `whois.nic.${tld}`;
    return { server: guessed, question: questionFor(guessed, domain) };
  }
  const server = serverIn(root.text, ["refer", "whois"]);
  if (server) return { server, question: questionFor(server, domain) };
  // A server that stands in for all others (WHOIS_SERVER) may answer the first question in full.
  if (answersFor(domain, root.text)) return undefined;
  throw new SourceError("unreachable", `.${tld} has no WHOIS server.`);
}

function registrarQuestion(registry: WhoisAnswer, domain: string): WhoisQuestion | undefined {
  const text = registry.text ?? "";
  const server = serverIn(text, ["registrar whois server"]);
  const thick = entriesOf(text).some(({ key }) => key.startsWith("registrant"));
  return server && !thick && server !== registry.server ? { server, question: domain, optional: true } : undefined;
}

/** The host that the first such key names; a scheme, port or path around it is left off. */
function serverIn(text: string, keys: readonly string[]): string | undefined {
  const named = entriesOf(text).find(({ key, value }) => keys.includes(key) && value)?.value;
  const host = named
    ?.replace(/^[a-z]{1,10}:\/\//i, "")
    .replace(/[:/].*$/s, "")
    .toLowerCase();
  return host && /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(host) ? host : undefined;
}

function answersFor(domain: string, text: string): boolean {
  try {
    const record = whoisRecord("", text, ROOT);
    return record.domain === domain || (record.available && text.toLowerCase().includes(domain));
  } catch {
    return false;
  }
}
