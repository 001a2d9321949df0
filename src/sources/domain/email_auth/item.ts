import { z } from "zod";
import { Count } from "../../kit/values/fields.ts";
import { DomainItem } from "../item.ts";

const MECHANISMS = ["mx", "spf", "dmarc", "dkim", "bimi", "mta-sts", "tls-rpt"] as const;
/** A mechanism of e-mail authentication. */
export type Mechanism = (typeof MECHANISMS)[number];

const Alignment = z.enum(["relaxed", "strict"]);
const Policy = z.enum(["none", "quarantine", "reject"]);

/** What the record of a mechanism says, judged. */
export const Finding = z.object({
  record: z.string().optional().describe("as published; absent where there is none"),
  valid: z.boolean().optional().describe("whether receivers can read it; absent where there is no record"),
  grade: z
    .enum(["strong", "weak", "broken", "missing"])
    .describe("strong: protects; weak: valid, but protects little; broken: receivers ignore it"),
  problems: z.array(z.string()),
  mx: z
    .array(z.object({ priority: Count, exchange: z.string() }))
    .optional()
    .describe("mail hosts, the lowest priority first"),
  spf: z
    .object({
      mechanisms: z.array(z.string()),
      all: z.enum(["pass", "neutral", "softfail", "fail"]).optional().describe("what befalls all other senders"),
      includes: z.array(z.string()),
      redirect: z.string().optional(),
      dnsLookups: Count.describe("that a receiver must make, records included; 10 are allowed"),
    })
    .optional(),
  dmarc: z
    .object({
      policy: Policy.optional(),
      subdomainPolicy: Policy.optional(),
      percent: Count.optional().describe("share of mail that the policy is for"),
      alignmentDkim: Alignment,
      alignmentSpf: Alignment,
      rua: z.array(z.string()).describe("where summaries are sent"),
      ruf: z.array(z.string()).describe("where single failures are sent"),
      inheritedFrom: z.string().optional().describe("the organisational domain, where its record counts"),
    })
    .optional(),
  dkim: z
    .object({
      selector: z.string(),
      keyType: z.string().optional(),
      keyBits: Count.optional(),
      revoked: z.boolean().optional(),
      testing: z.boolean().optional(),
    })
    .optional(),
  bimi: z
    .object({
      logo: z.string().optional().describe("address of the picture (SVG)"),
      evidence: z.string().optional().describe("address of the mark's certificate"),
    })
    .optional(),
  mtaSts: z.object({ id: z.string() }).optional().describe("changes whenever the policy file does"),
  tlsRpt: z.object({ rua: z.array(z.string()) }).optional(),
});
export type Finding = z.output<typeof Finding>;

/** One mechanism of a mail domain. */
export const EmailAuthItem = DomainItem.extend({
  title: z.string(),
  domain: z.string(),
  mechanism: z.enum(MECHANISMS),
  name: z.string().describe("the name that was asked"),
  ...Finding.shape,
});

/** The finding where nothing is published. */
export const missing = (what: string): Finding => ({ grade: "missing", problems: [`There is no ${what}.`] });

/** The finding where a record is published that receivers do not heed. */
export const broken = (record: string, ...problems: string[]): Finding => ({
  record,
  valid: false,
  grade: "broken",
  problems,
});

/** A readable record: strong, or weak where something is to be said against it. */
export const judged = (
  record: string,
  problems: string[],
  parsed: Omit<Finding, "record" | "valid" | "grade" | "problems">,
): Finding => ({
  record,
  valid: true,
  grade: problems.length > 0 ? "weak" : "strong",
  problems,
  ...parsed,
});
