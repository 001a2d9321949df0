/*
 * How far a site is to be trusted, 0 to 100: our own weighing of what is public. Grades are those of SSL Labs' rating guide
 * (https://github.com/ssllabs/research/wiki/SSL-Server-Rating-Guide), e-mail records those of RFC 7208 (SPF), 7489 (DMARC)
 * and 6376 (DKIM).
 */

/** What each part weighs of a hundred, the heaviest first. */
export const TRUST_WEIGHTS = { safe_browsing: 30, ssl: 25, spam: 20, headers: 15, age: 10 } as const;

export type TrustPart = keyof typeof TRUST_WEIGHTS;

/** Points of the parts that are known, 0 to 100 each. */
export type TrustPoints = { readonly [part in TrustPart]?: number | undefined };

export interface Trust {
  /** 0 to 100; absent where no part is known. */
  readonly score?: number;
  /** Share of the weight that is known, 0 to 1. */
  readonly coverage: number;
  readonly confidence: "high" | "low";
}

const PARTS = Object.keys(TRUST_WEIGHTS).filter((name): name is TrustPart => Object.hasOwn(TRUST_WEIGHTS, name));

/** Under that share of the weight the score is a guess. */
const CONFIDENT = 0.5;

/** The mean of the known parts by their weights; what is unknown counts neither for nor against. */
export function trustOf(points: TrustPoints): Trust {
  let [known, sum] = [0, 0];
  for (const part of PARTS) {
    const value = points[part];
    if (value === undefined) continue;
    known += TRUST_WEIGHTS[part];
    sum += TRUST_WEIGHTS[part] * value;
  }
  const coverage = known / 100;
  return {
    ...(known > 0 && { score: Math.round(sum / known) }),
    coverage,
    confidence: coverage < CONFIDENT ? "low" : "high",
  };
}

/** What is seen of a host's encryption. */
export interface Encryption {
  /** Of SSL Labs: A+ to F, T (not trusted), M (another host's certificate). */
  readonly grade?: string | undefined;
  /** A browser would trust the certificate for this host. */
  readonly valid?: boolean | undefined;
  /** `TLSv1.3` */
  readonly protocol?: string | undefined;
  readonly daysLeft?: number | undefined;
}

const GRADES: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({
    "A+": 100,
    A: 95,
    "A-": 90,
    B: 75,
    C: 60,
    D: 45,
    E: 30,
    F: 0,
    T: 0,
    M: 0,
  }),
);

/** So many days before its end a certificate should long have been renewed. */
export const EXPIRES_SOON_DAYS = 14;

/** Points by the grade, else by the certificate: an old protocol counts like a certificate that is about to expire. */
export function sslPoints({ grade, valid, protocol, daysLeft }: Encryption): number | undefined {
  const graded = grade === undefined ? undefined : GRADES.get(grade.replace("−", "-"));
  if (graded !== undefined) return graded;
  if (valid === undefined) return undefined;
  if (!valid) return 0;
  const expiring = daysLeft !== undefined && daysLeft <= EXPIRES_SOON_DAYS;
  return expiring || (protocol !== undefined && !/^TLSv1\.[23]$/.test(protocol)) ? 60 : 85;
}

/** What a domain says of its e-mail. */
export interface Mail {
  readonly spfValid: boolean;
  /** Absent: no record. */
  readonly dmarc?: "none" | "quarantine" | "reject" | undefined;
  /** It takes mail. */
  readonly mx: boolean;
  readonly dkim: boolean;
}

/** How hard it is to send mail in the domain's name. */
export const spamPoints = ({ spfValid, dmarc, mx, dkim }: Mail): number =>
  (spfValid ? 40 : 0) + (dmarc === undefined ? 0 : dmarc === "none" ? 20 : 40) + (!mx || dkim ? 20 : 0);

/** Five years are enough. */
export const agePoints = (years: number): number => 100 * Math.min(1, Math.max(0, years / 5));
