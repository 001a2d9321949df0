import { combineLatest, map, mergeMap, type Observable, switchMap, throwError } from "rxjs";
import { SourceError } from "../../../errors.ts";
import type { commoncrawl } from "../../../sources/domain/commoncrawl.ts";
import type { domainRank } from "../../../sources/domain/domain_rank.ts";
import type { emailAuth } from "../../../sources/domain/email_auth/index.ts";
import type { wayback } from "../../../sources/domain/wayback.ts";
import { gathered } from "../../settled-result.ts";
import { shareReplayLatest } from "../../share-replay.ts";
import { known } from "../known.ts";
import { aboutDomain, type Door, recordsAt, registrationAt, servingAt, whatCame } from "./ask.ts";
import { archiveOf } from "./crawling.ts";
import { addressIn, dnsOf, hostingOf, registrationOf } from "./domain.ts";
import type { Technology } from "./read.ts";

/**
 * The domain: its records, who registered it, who serves it, who archived it.
 *
 *     dns, dns_over_https ── A ── ip_geolocation, ripestat, reverse_dns
 *     rdap, whois │ email_auth │ wayback, commoncrawl │ domain_rank
 */
export function domainStage(ask: Door, host: string, domain: string, now: number) {
  const about = aboutDomain(host, domain);
  const records$ = recordsAt(ask, host, domain).pipe(shareReplayLatest());
  const mail$ = ask.answer<typeof emailAuth>("email_auth", domain, { about }).pipe(map(whatCame));
  const registered$ = registrationAt(ask, domain).pipe(shareReplayLatest());
  return {
    mail$,
    dns$: combineLatest([records$, mail$]).pipe(known(([records, mail]) => dnsOf(records, mail))),
    registration$: registered$.pipe(known(({ main, more }) => registrationOf(main, more, domain, now))),
    hostingWith: (technologies$: Observable<readonly Technology[]>) =>
      records$.pipe(
        known((records) => addressIn(records)),
        switchMap((ip) =>
          combineLatest([servingAt(ask, ip), technologies$.pipe(gathered())]).pipe(
            map(
              ([
                serving,
                {
                  items: [technologies],
                },
              ]) => hostingOf(ip, serving, technologies),
            ),
          ),
        ),
      ),
    archive$: combineLatest([
      ask.answer<typeof wayback>("wayback", host, { about }),
      ask.answer<typeof commoncrawl>("commoncrawl", host, { about }),
    ]).pipe(map(([web, crawl]) => archiveOf(web.items, crawl.items))),
    popularity$: ask
      .items<typeof domainRank>("domain_rank", domain, { about })
      .pipe(map(({ rank, date }) => ({ rank, as_of: date }))),
    /** Fails where the registry says that nobody has the domain, and no name server knows it. */
    nobody$: combineLatest([records$, registered$.pipe(gathered())]).pipe(
      mergeMap(
        ([
          records,
          {
            items: [registered],
          },
        ]) => {
          const unknown = Object.values(records).every((found) => (found ?? []).length === 0);
          const free = registered?.main.available === true && unknown;
          return free ? throwError(() => new SourceError("not-found", `${domain} is not registered.`)) : [];
        },
      ),
    ),
  };
}
