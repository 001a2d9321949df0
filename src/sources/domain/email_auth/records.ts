import { createPublicKey } from "node:crypto";
import { broken, type Finding, judged, missing } from "./item.ts";

/** `v=DMARC1; p=none` by name in lower case; of a name that stands twice the first counts. */
function tagsOf(record: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const part of record.split(";")) {
    const at = part.indexOf("=");
    const name = part.slice(0, Math.max(0, at)).trim().toLowerCase();
    if (name && !tags.has(name)) tags.set(name, part.slice(at + 1).trim());
  }
  return tags;
}

/** Report addresses, without the size limit that may end them (`mailto:a@b.example!10m`). */
const addressesIn = (written: string | undefined): string[] =>
  (written ?? "").split(",").flatMap((address) => address.trim().replace(/!\d+[kmgt]?$/i, "") || []);

const policyOf = (written: string | undefined) =>
  (["none", "quarantine", "reject"] as const).find((policy) => policy === written?.toLowerCase());

const alignmentOf = (written: string | undefined) => (written?.toLowerCase() === "s" ? "strict" : "relaxed");

/** The records that begin with the mechanism's version; others at the name are somebody else's. */
const versioned = (texts: readonly string[], version: string): string[] =>
  texts.filter((text) => new RegExp(`^v\\s*=\\s*${version}\\s*(;|$)`, "i").test(text));

/** RFC 7489 §6.3, §6.6.3: undefined where no record begins with v=DMARC1. */
export function dmarcIn(texts: readonly string[], subdomain: string | undefined): Finding | undefined {
  const [record, second] = versioned(texts, "DMARC1");
  if (!record) return undefined;
  if (second) return broken(record, "There are two DMARC records: receivers ignore both.");
  const tags = tagsOf(record);
  const written = tags.get("p");
  const policy = policyOf(written);
  const subdomainPolicy = policyOf(tags.get("sp"));
  const rua = addressesIn(tags.get("rua"));
  if (!policy && rua.length === 0)
    return broken(
      record,
      written === undefined ? "The policy (p) is missing." : `The policy (p) is no policy: ${written}.`,
    );
  const percent = /^\d{1,3}$/.test(tags.get("pct") ?? "") ? Number(tags.get("pct")) : undefined;
  const effective = (subdomain ? (subdomainPolicy ?? policy) : policy) ?? "none";
  const problems = [
    policy ? undefined : "The policy (p) is missing: receivers take it as none.",
    effective === "none" ? "The policy is none: forged mail is reported at most, not stopped." : undefined,
    tags.has("pct") && (percent === undefined || percent > 100)
      ? "The share (pct) is no number from 0 to 100."
      : undefined,
    percent !== undefined && percent < 100 ? `The policy is for ${percent} % of mail only.` : undefined,
    rua.length === 0 ? "No address for reports (rua): nobody sees what is forged." : undefined,
  ].filter((problem) => problem !== undefined);
  return judged(record, problems, {
    dmarc: {
      policy,
      subdomainPolicy,
      percent: percent !== undefined && percent <= 100 ? percent : undefined,
      alignmentDkim: alignmentOf(tags.get("adkim")),
      alignmentSpf: alignmentOf(tags.get("aspf")),
      rua,
      ruf: addressesIn(tags.get("ruf")),
      inheritedFrom: subdomain,
    },
  });
}

/** The size of a published key in bits: an RSA key in either DER form (RFC 6376 §3.6.1), Ed25519's 32 bytes (RFC 8463). */
function bitsOf(keyType: string, base64: string): number | undefined {
  const key = Buffer.from(base64.replace(/\s/g, ""), "base64");
  if (keyType === "ed25519") return key.length === 32 ? 256 : undefined;
  for (const type of ["spki", "pkcs1"] as const)
    try {
      return createPublicKey({ key, format: "der", type }).asymmetricKeyDetails?.modulusLength;
    } catch {
      // Not this form: the next one is tried, and a key in none of them has no size.
    }
  return undefined;
}

/** RFC 6376 §3.6.1: undefined where the texts hold no key. */
export function dkimIn(texts: readonly string[], selector: string): Finding | undefined {
  const record = texts.find((text) => {
    const tags = tagsOf(text);
    return tags.has("p") && (tags.get("v") ?? "DKIM1") === "DKIM1";
  });
  if (!record) return undefined;
  const tags = tagsOf(record);
  const keyType = (tags.get("k") ?? "rsa").toLowerCase();
  const published = tags.get("p") ?? "";
  if (!published)
    return {
      record,
      valid: true,
      grade: "missing",
      problems: ["The key is revoked: nothing is signed with it any more."],
      dkim: { selector, keyType, revoked: true },
    };
  const keyBits = bitsOf(keyType, published);
  if (keyBits === undefined)
    return { ...broken(record, `The key (p) is no ${keyType} key.`), dkim: { selector, keyType } };
  if (keyType === "rsa" && keyBits < 1024)
    return {
      ...broken(record, `A key of ${keyBits} bits is too short: receivers ignore it.`),
      dkim: { selector, keyType, keyBits },
    };
  const testing = (tags.get("t") ?? "").split(":").includes("y");
  const problems = [
    keyType === "rsa" && keyBits < 2048 ? `A key of ${keyBits} bits is short: 2048 are advised.` : undefined,
    testing ? "The key is marked as being tested (t=y)." : undefined,
  ].filter((problem) => problem !== undefined);
  return judged(record, problems, { dkim: { selector, keyType, keyBits, revoked: false, testing } });
}

/** draft-brand-indicators-for-message-identification §4.2 */
export function bimiIn(texts: readonly string[]): Finding {
  const [record] = versioned(texts, "BIMI1");
  if (!record) return missing("BIMI record");
  const tags = tagsOf(record);
  const [logo, evidence] = [tags.get("l") || undefined, tags.get("a") || undefined];
  if (!logo && !evidence) return judged(record, ["The domain declines to show a logo (l is empty)."], { bimi: {} });
  if (logo && !logo.startsWith("https://")) return broken(record, "The logo (l) is not an https address.");
  return judged(record, evidence ? [] : ["No certificate of the mark (a): large mailbox providers ask for one."], {
    bimi: { logo, evidence },
  });
}

/** RFC 8461 §3.1; whether the policy is enforced stands in a file on the web, which is not read here. */
export function mtaStsIn(texts: readonly string[]): Finding {
  const [record, second] = versioned(texts, "STSv1");
  if (!record) return missing("MTA-STS record");
  if (second) return broken(record, "There are two MTA-STS records: senders ignore both.");
  const id = tagsOf(record).get("id") ?? "";
  if (!/^[A-Za-z0-9]{1,32}$/.test(id))
    return broken(record, "The identifier (id) is missing or not 1 to 32 letters and digits.");
  return judged(record, [], { mtaSts: { id } });
}

/** RFC 8460 §3 */
export function tlsRptIn(texts: readonly string[]): Finding {
  const [record, second] = versioned(texts, "TLSRPTv1");
  if (!record) return missing("TLS-RPT record");
  if (second) return broken(record, "There are two TLS-RPT records: senders ignore both.");
  const rua = addressesIn(tagsOf(record).get("rua"));
  if (rua.length === 0 || !rua.every((address) => /^(mailto|https):/i.test(address)))
    return broken(record, "The report address (rua) is missing or neither mailto: nor https:.");
  return judged(record, [], { tlsRpt: { rua } });
}
