import { SourceError } from "../../../errors.ts";
import { decodeStart } from "../../../upstream/charset.ts";
import { retryAfterMs } from "../../../upstream/retry-after.ts";
import type { HttpHead, HttpResponse } from "../../../upstream/types.ts";
import { quotedSaying } from "./said.ts";

/** What an answer means that is no answer. `empty`: the upstream says that there is nothing. */
export type Verdict = SourceError | "empty" | undefined;

/** Marks of the walls that stand in front of many sites; each is a page of its own, never part of a results page. */
const WALLS: readonly { readonly mark: RegExp; readonly wall: string }[] = [
  { mark: /<title>(Just a moment\.\.\.|Attention Required! \| Cloudflare)/i, wall: "a Cloudflare challenge" },
  { mark: /cf-turnstile-response|challenge-platform\/h\/|cf-error-details/i, wall: "a Cloudflare challenge" },
  { mark: /\bcaptcha-delivery\.com\//i, wall: "a DataDome captcha" },
  { mark: /px-captcha|_pxAppId|perimeterx/i, wall: "a PerimeterX captcha" },
  { mark: /\/_Incapsula_Resource/i, wall: "an Imperva wall" },
  { mark: /g-recaptcha|recaptcha\/api\.js|hcaptcha\.com\/1\/api\.js|h-captcha/i, wall: "a captcha" },
  // Mercado Libre's: a script alone, which counts and sets this cookie.
  { mark: /\b_bmstate\b/, wall: "a proof of work" },
  { mark: /AwsWafIntegration|awswaf\.com/i, wall: "an AWS WAF challenge" },
  {
    mark: /anubis_challenge|within\.website\/x\/cmd\/anubis|Making sure you&#39;re not a bot/i,
    wall: "an Anubis challenge",
  },
  { mark: /Access Denied<\/(title|h1)>|Reference&#32;&#35;|errors\.edgesuite\.net/i, wall: "an Akamai refusal" },
];

const hostOf = (head: HttpHead): string => URL.parse(head.url)?.hostname ?? head.url;

/** A challenge or consent wall by its own marks, whatever the status. */
export const wallIn = (response: HttpResponse): SourceError | undefined => sureWall(response) ?? markedWall(response);

/** A wall that says so outside its text. */
function sureWall(response: HttpResponse): SourceError | undefined {
  const host = hostOf(response);
  if (response.headers["cf-mitigated"] === "challenge")
    return new SourceError("blocked", `${host} answered with a Cloudflare challenge.`);
  if (/^(consent|guce)\./.test(host)) return new SourceError("blocked", `${host} wants consent before it answers.`);
  return undefined;
}

function markedWall(response: HttpResponse): SourceError | undefined {
  const start = decodeStart(response, 60_000);
  const found = WALLS.find(({ mark }) => mark.test(start));
  return found && new SourceError("blocked", `${hostOf(response)} answered with ${found.wall}.`);
}

/** What a wall says to people, whatever else is on it. */
const PLEA =
  /(?:verif|confirm|prov|check)\w*[^.]{0,80}\b(?:human|robot|bot|browser|connection)\b|\bnot an? (?:automated )?(?:robot|bot)\b|unusual (?:traffic|activity)|access (?:to this page )?(?:is |has been |was )?(?:denied|blocked|restricted)|(?:been|are) blocked|(?:enable|allow|turn on|requires?) (?:javascript|js|cookies)|press (?:&|and) hold|just a moment|attention required|security check|(?:complete|solve|pass|enter)[^.]{0,40}captcha|captcha[^.]{0,40}(?:below|to continue|required)|kein robot|pas un robot|no (?:eres|soy) un robot|non sei un robot|geen robot|não (?:é|sou) um robô|не робот|人机|验证码|驗證|ロボットでは|로봇이 아닙/i;
/** A wall says less than this, or it pleads. */
const MUTE_CHARS = 60;

/** A wall that stands before a page, by its marks and by what it says: many a real page has a captcha for its forms. */
export function wallBefore(response: HttpResponse, text: string): SourceError | undefined {
  const marked = text.trim().length < MUTE_CHARS || PLEA.test(text);
  return sureWall(response) ?? (marked ? markedWall(response) : undefined);
}

/** A page that says more than this is no wall. */
const FEW_CHARS = 1_500;

/** A wall that stands where a page was asked for, with any status: a challenge, a refusal, a request for consent. */
export function pageWall(response: HttpResponse): SourceError | undefined {
  if (response.body.length > MAX_WALL_BYTES) return sureWall(response);
  const text = plainText(withoutScripts(decodeStart(response, 60_000)));
  return text.length > FEW_CHARS ? sureWall(response) : (wallBefore(response, text) ?? consentWall(response, text));
}

/** What the title or heading of a page says that asks for consent before anything else. */
const CONSENT_HEAD =
  /<(title|h1|h2)\b[^<>]{0,300}>[^<]{0,80}(?:\b(?:privacy|cookies?|consent|before you continue)\b|vie privée|datenschutz|privatsphäre|privacidad|конфиденциальност)[^<]{0,80}<\/\1/iu;
/** The choices that it gives. */
const CONSENT_CHOICE =
  /\b(?:accept|reject|decline|agree|allow)(?: to)? all\b|\bmanage (?:options|choices|preferences|settings)\b|\bi (?:agree|accept)\b|tout (?:accepter|refuser)|alle (?:akzeptieren|ablehnen|zulassen)|(?:aceptar|rechazar) todo|(?:accetta|rifiuta) tutto|(?:aceitar|rejeitar) tudo|принять все|alles accepteren/iu;
/** Whose consent it asks for what. */
const CONSENT_WHAT =
  /\b(?:cookies?|partners|vendors|personal data)\b|partenaires|partner|données|daten|datos|dati|dados|данн/iu;

/** A page that asks for consent and shows nothing else, known by its heading and the choices that it gives. */
function consentWall(response: HttpResponse, text: string): SourceError | undefined {
  const asks = CONSENT_CHOICE.test(text) && CONSENT_WHAT.test(text);
  if (!asks || !CONSENT_HEAD.test(decodeStart(response, 60_000))) return undefined;
  return new SourceError("blocked", `${hostOf(response)} answered with a request for consent.`);
}

const MAX_WALL_BYTES = 500_000;

/** Markup without what scripts and styles hold. */
function withoutScripts(markup: string): string {
  const kept: string[] = [];
  const lower = markup.toLowerCase();
  let from = 0;
  for (const { index, 1: name = "" } of markup.matchAll(/<(script|style)\b/gi)) {
    if (index < from) continue;
    kept.push(markup.slice(from, index));
    const end = lower.indexOf(`</${name.toLowerCase()}`, index);
    from = end < 0 ? markup.length : end;
  }
  return [...kept, markup.slice(from)].join(" ");
}

function unescaped(literal: string): string {
  try {
    return String(JSON.parse(`"${literal}"`));
  } catch {
    return literal;
  }
}

const SAID =
  /"(?:error_message|status_message|error_description|errorMessage|message|detail|details|title|msg|reason)"\s*:\s*"((?:[^"\\]|\\.){1,400})"/;

/** Often a code beside the words. */
const CODED = /"error"\s*:\s*"((?:[^"\\]|\\.){1,400})"/;

/** The upstream's own words in an error body: the usual JSON fields, a short text, or the title of a long page. */
export function upstreamMessage(response: HttpResponse): string | undefined {
  const body = decodeStart(response, 20_000);
  if (/^\s*[{[]/.test(body)) {
    const found = (SAID.exec(body) ?? CODED.exec(body))?.[1];
    return found && unescaped(found).replace(/\s+/g, " ").trim();
  }
  const text = plainText(body);
  if (text.length <= 200) return text || undefined;
  return plainText(/<title[^<>]{0,200}>([^<]{1,200})<\/title/i.exec(body)?.[1] ?? "") || undefined;
}

const plainText = (markup: string): string =>
  markup
    .replace(/<[^<>]{0,2000}>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Statuses that find fault with what was asked: its form, its length, its headers. */
const QUERYS_FAULT: ReadonlySet<number> = new Set([400, 406, 411, 413, 414, 422, 431]);

/** The same in words, under whatever status. */
const TOO_LONG_OR_INVALID =
  /\b(?:query|keywords?|search (?:terms?|phrase|string|text))\b[^.]{0,60}\b(?:too (?:long|large|short|complex)|invalid|malformed)\b|\b(?:invalid|malformed|too long) (?:a )?(?:search )?(?:query|keywords?|search)\b/i;

/** Whether an answer's status says that it is what was asked for. */
export const isSuccess = ({ status }: Pick<HttpResponse, "status">): boolean => status >= 200 && status < 300;

/**
 * What a status means by itself: 2xx undefined; 404/410 `not-found`; 400, 406, 411, 413, 414, 422, 431, and whatever says
 * that the query is too long or invalid, `bad-query`; 401/402 `missing-key`; 429 (and 503 with Retry-After) `rate-limited`;
 * 403, 405, 451, 999 `blocked`; 408/504 `timeout`; other 5xx `unreachable`.
 */
export function refusalOf(response: HttpResponse): SourceError | undefined {
  const { status } = response;
  if (isSuccess(response)) return undefined;
  const host = hostOf(response);
  const said = upstreamMessage(response);
  const because = said ? `: ${quotedSaying(said)}`.replace(/(?<![.!?]”)$/, ".") : ".";
  const after = retryAfterMs(response.headers["retry-after"], Date.now());
  if (status === 429 || (status === 503 && after !== undefined))
    return new SourceError("rate-limited", `${host} says too many requests (HTTP ${status})${because}`, {
      retryAfterMs: after,
    });
  const wall = wallIn(response);
  if (wall) return wall;
  if (status === 404 || status === 410)
    return new SourceError("not-found", `${host} does not have it (HTTP ${status})${because}`);
  if (status === 401 || status === 402)
    return new SourceError("missing-key", `${host} wants a valid key (HTTP ${status})${because}`);
  if (QUERYS_FAULT.has(status) || TOO_LONG_OR_INVALID.test(said ?? ""))
    return new SourceError("bad-query", `${host} refused the query (HTTP ${status})${because}`);
  if (status === 408 || status === 504)
    return new SourceError("timeout", `${host} ran out of time (HTTP ${status})${because}`);
  if (status >= 500 && status !== 999)
    return new SourceError("unreachable", `${host} failed (HTTP ${status})${because}`);
  if (status >= 300 && status < 400)
    return new SourceError(
      "blocked",
      `${host} redirected to ${quotedSaying(response.headers["location"] ?? "nowhere")} instead of answering.`,
    );
  return new SourceError("blocked", `${host} refused to answer (HTTP ${status})${because}`);
}

/** The same of a page that somebody named: its status is not said of a query or a key of ours. */
export function pageRefusalOf(response: HttpResponse): SourceError | undefined {
  const refusal = refusalOf(response);
  return refusal?.kind === "bad-query" || refusal?.kind === "missing-key"
    ? new SourceError("blocked", refusal.message, { cause: refusal })
    : refusal;
}
