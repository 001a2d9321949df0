import { catchError, concatMap, defer, map, mergeMap, type Observable, of, tap } from "rxjs";
import { z } from "zod";
import { toSourceError } from "../../../errors.ts";
import type { HttpResponse } from "../../../upstream/types.ts";
import { defineSource } from "../../define.ts";
import { fetched, forPage } from "../../kit/readers/document.ts";
import { url } from "../../kit/requests/query.ts";
import { pageWall } from "../../kit/responses/refusals.ts";
import { Count, HttpUrl } from "../../kit/values/fields.ts";
import type { Draft, ReadContext } from "../../source.ts";
import { PageItem } from "../item.ts";
import { findingsOf } from "./checks.ts";
import { gradeOf } from "./grade.ts";
import { frameAncestors, hstsOf } from "./policies.ts";

const MAX_HOPS = 10;

const Hop = z.object({
  url: HttpUrl,
  status: z.int(),
  location: z.string().optional(),
  ms: Count.describe("until the answer was there"),
  firstByteMs: Count.optional().describe("until its head was there; absent through a gateway or proxy"),
});
type Hop = z.output<typeof Hop>;

const Cookie = z.object({
  name: z.string(),
  secure: z.boolean(),
  httpOnly: z.boolean(),
  sameSite: z.string().optional(),
});

const Item = PageItem.extend({
  header: z.string().describe("in lower case"),
  value: z.string().optional().describe("as it is sent; of what stands in for it where another header does the same"),
  present: z.boolean(),
  status: z.enum(["good", "weak", "missing", "leak"]),
  severity: z.enum(["high", "medium", "low", "none"]),
  reasons: z.array(z.string()),
  summary: z
    .object({
      grade: z.string().describe("A+ to F, by the bounds of MDN's HTTP Observatory"),
      score: z.int().min(0).max(100),
      findings: z.array(z.string()).describe("what is wrong with the way to the page"),
      chain: z.array(Hop),
      finalUrl: HttpUrl,
      httpStatus: z.int(),
      server: z.string().optional(),
      https: z.boolean().describe("the final address is https"),
      httpsRedirect: z.boolean().optional().describe("http:// leads to https://; absent where that could not be seen"),
      hsts: z
        .object({
          maxAge: Count.optional().describe("seconds"),
          includeSubDomains: z.boolean(),
          preload: z.boolean(),
        })
        .optional(),
      frameAncestors: z.string().optional().describe("of the Content-Security-Policy; it replaces X-Frame-Options"),
      cookies: z.array(Cookie).describe("without their values"),
      headers: z.record(z.string(), z.string()).describe("every header but Set-Cookie"),
    })
    .optional()
    .describe("of the whole answer; on the first item only"),
});
type Found = Draft<Omit<z.input<typeof Item>, "source">>;

interface Way {
  readonly chain: readonly Hop[];
  readonly response: HttpResponse;
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/** The way from an address to the answer that is no redirect, hop by hop. */
const walked = (address: string, context: ReadContext, before: readonly Hop[] = []): Observable<Way> =>
  defer(() => {
    const started = context.now();
    return fetched({ ...forPage(address), redirect: "manual" }, context).pipe(
      mergeMap((response): Observable<Way> => {
        const location = response.headers["location"];
        const { status, firstByteMs } = response;
        const hop = { url: address, status, location, ms: Math.max(0, context.now() - started), firstByteMs };
        const chain = [...before, hop];
        const next = isRedirect(response.status) && location ? URL.parse(location.trim(), address) : null;
        const further = next && /^https?:$/.test(next.protocol) && chain.length <= MAX_HOPS;
        return further ? walked(next.href, context, chain) : of({ chain, response });
      }),
    );
  });

/** Whether the site's address without https leads to https; undefined where it does not answer at all. */
function upgraded({ chain, response }: Way, context: ReadContext): Observable<boolean | undefined> {
  const first = chain[0];
  if (first?.url.startsWith("http:")) return of(response.url.startsWith("https:"));
  const plain = new URL(response.url);
  plain.protocol = "http:";
  return fetched({ ...forPage(plain.href), redirect: "manual" }, context).pipe(
    map(({ status, headers }) => isRedirect(status) && /^https:/i.test(headers["location"] ?? "")),
    catchError((error) => {
      context.notice({ kind: "note", text: `Without https: ${toSourceError(error).message}` });
      return of(undefined);
    }),
  );
}

/** A cookie's name and flags; its value is nobody's business. */
function cookieOf(header: string): z.output<typeof Cookie>[] {
  const [pair = "", ...flags] = header.split(";").map((part) => part.trim());
  const name = pair.split("=")[0]?.trim();
  const sameSite = flags.find((flag) => /^samesite=/i.test(flag))?.slice(9);
  const has = (flag: string) => flags.some((one) => one.toLowerCase() === flag);
  return name ? [{ name, secure: has("secure"), httpOnly: has("httponly"), ...(sameSite && { sameSite }) }] : [];
}

const FAULTS = { noHttps: 25, noRedirect: 10, downgrade: 20 } as const;

/** What is wrong with the way, and the points that it costs. */
function faultsOf({ chain, response }: Way, httpsRedirect: boolean | undefined) {
  const downgrade = chain.some(({ url: from }, index) => {
    const next = chain[index + 1]?.url;
    return from.startsWith("https:") && next?.startsWith("http:");
  });
  const https = response.url.startsWith("https:");
  const faults: readonly (readonly [boolean, number, string])[] = [
    [!https, FAULTS.noHttps, "The page is not served over https."],
    [https && httpsRedirect === false, FAULTS.noRedirect, "http:// does not lead to https://."],
    [downgrade, FAULTS.downgrade, "A redirect leads from https back to http."],
    [isRedirect(response.status), 0, `The redirects do not end after ${chain.length} hops, or lead nowhere.`],
    [chain.length > 3, 0, `There are ${chain.length - 1} redirects before the page.`],
  ];
  const there = faults.filter(([is]) => is);
  return { https, findings: there.map(([, , said]) => said), lost: there.reduce((sum, [, points]) => sum + points, 0) };
}

/** The answer's headers, judged. */
function read(way: Way, httpsRedirect: boolean | undefined): readonly Found[] {
  const { chain, response } = way;
  const { headers } = response;
  const findings = findingsOf(headers);
  const { https, findings: found, lost } = faultsOf(way, httpsRedirect);
  const { score, grade } = gradeOf(findings, lost);
  const hsts = headers["strict-transport-security"];
  const summary = {
    grade,
    score,
    findings: found,
    chain,
    finalUrl: response.url,
    httpStatus: response.status,
    server: headers["server"],
    https,
    httpsRedirect,
    hsts: hsts === undefined ? undefined : hstsOf(hsts),
    frameAncestors: frameAncestors(headers),
    cookies: response.setCookie.flatMap(cookieOf),
    headers,
  };
  return findings.map(({ header, value, status, severity, reasons, advice }, index) => ({
    title: header,
    url: response.url,
    snippet: advice,
    header,
    value,
    present: headers[header] !== undefined,
    status,
    severity,
    reasons,
    ...(index === 0 && { summary }),
  }));
}

export const http_headers = defineSource({
  id: "http_headers",
  title: "HTTP and security headers",
  docs: "https://owasp.org/www-project-secure-headers/",
  query: url("a page's URL or a domain", "https://www.iana.org/help/example-domains"),
  verbatim: true,
  item: Item,
  read: (input, context) => {
    const items$ = walked(input.url, context).pipe(
      tap(({ response }) => {
        const wall = pageWall(response);
        if (wall) throw wall;
      }),
      concatMap((way) => upgraded(way, context).pipe(map((httpsRedirect) => read(way, httpsRedirect)))),
    );
    return context.cached(`reading ${input.url}`, items$, { anySite: true }).pipe(mergeMap((items) => items));
  },
});
