import { combineLatest, map, type Observable, of, switchMap } from "rxjs";
import type { certificates } from "../../../sources/domain/certificates.ts";
import type { tlsCertificate } from "../../../sources/domain/tls_certificate.ts";
import type { hibpBreaches } from "../../../sources/security/hibp_breaches.ts";
import type { safeBrowsing } from "../../../sources/security/safe_browsing.ts";
import type { ssllabs } from "../../../sources/security/ssllabs.ts";
import type { urlhaus } from "../../../sources/security/urlhaus.ts";
import type { virustotal } from "../../../sources/security/virustotal.ts";
import { gathered } from "../../settled-result.ts";
import { known } from "../known.ts";
import { aboutDomain, type Door, whatCame } from "./ask.ts";
import type { Header, MailFinding } from "./read.ts";
import { sslOf, trustSection } from "./safety.ts";

/** What the other stages know of its safety. */
interface Given {
  readonly home$: Observable<string>;
  readonly headers$: Observable<readonly Header[] | undefined>;
  readonly mail$: Observable<readonly MailFinding[] | undefined>;
  readonly registration$: Observable<{ readonly age_days?: number | undefined }>;
}

/** The host's certificate, and how far the site is to be trusted. */
export function safetyStage(ask: Door, host: string, domain: string, { home$, headers$, mail$, registration$ }: Given) {
  const about = aboutDomain(host, domain);
  const certificate$ = ask.answer<typeof tlsCertificate>("tls_certificate", host, { about });
  const sslTests$ = ask.answer<typeof ssllabs>("ssllabs", host).pipe(map(whatCame));
  const signs$ = combineLatest({
    host: of(host),
    domain: of(domain),
    safeBrowsing: home$.pipe(
      switchMap((url) => ask.answer<typeof safeBrowsing>("safe_browsing", url)),
      map(whatCame),
    ),
    urlhaus: ask.answer<typeof urlhaus>("urlhaus", host).pipe(map(whatCame)),
    virustotal: ask.answer<typeof virustotal>("virustotal", domain).pipe(map(whatCame)),
    certificate: certificate$.pipe(map(({ items: [certificate] }) => certificate)),
    sslTests: sslTests$,
    mail: mail$,
    headers: headers$,
    ageDays: registration$.pipe(
      gathered(),
      map(({ items: [registration] }) => registration?.age_days),
    ),
  });
  return {
    /** A value where a server's test is not over. */
    testing$: sslTests$.pipe(known((tests) => tests?.find(({ status }) => status !== "READY"))),
    ssl$: combineLatest([
      certificate$,
      sslTests$,
      ask.answer<typeof certificates>("certificates", domain, { about }).pipe(map(whatCame)),
    ]).pipe(
      known(
        ([
          {
            items: [certificate],
          },
          tests,
          logged,
        ]) => sslOf(certificate, tests, logged?.length),
      ),
    ),
    trust$: combineLatest([signs$, ask.answer<typeof hibpBreaches>("hibp_breaches", domain, { about })]).pipe(
      known(([signs, breaches]) => {
        const trust = trustSection(signs, whatCame(breaches));
        return trust.coverage > 0 || breaches.answered ? trust : undefined;
      }),
    ),
  };
}
