import { SourceError } from "../../../errors.ts";
import { quotedSaying } from "../responses/said.ts";

/** How registries say that a name is not registered, at the beginning of a line. */
const FREE: readonly RegExp[] = [
  /^no match\b/i,
  /^not found\b/i,
  /^(the )?(queried |requested )?(domain|object)( name)? (was |is )?not found/i,
  /^no (data|entries|entry|object|objects|record|records|information|such domain)\b(?=.{0,40}$|.{0,20}found)/i,
  /^(the )?(queried )?(object|domain)( name)? does not exist/i,
  /^(domain )?status: {0,20}(free|available|no object found)\s*$/i,
  /^[\w.-]{1,255} is (free|available)\b/i,
  /^[^ ]{1,255} (is|has) not (been )?registered/i,
  /^(the|this) domain( name)? (is not|has not been) registered/i,
  /^error:\d{1,5}: ?domain is not registered/i,
  /^domain [\w.-]{1,255} is (available|not registered)/i,
  /^(the )?domain( name)?( [\w.-]{1,255})? (you requested )?is (available|not known|free)/i,
  /^we do not have an entry in our database/i,
  /^nothing found\b/i,
  /^available$/i,
  /^the requested domain was not found/i,
  /^el dominio no se encuentra registrado/i,
];

const TOO_MANY =
  /limit (reached|exceeded)|quota exceeded|exceeded (the |your )?(allowed|allotted|maximum|query|quota)|queries exceeded|only \d{1,4} requests? per (second|minute|hour)|too many (requests|queries|connections)|(please )?(slow down|try again later)|excessive quer(y|ies|ying)/i;

const REFUSED =
  /access denied|not authori[sz]ed|permission denied|(ip|address|you) (is|are|has been|have been) (\w{1,20} )?(blocked|banned|blacklisted)/i;

const said = (text: string): string[] =>
  text
    .split(/\r\n?|\n/, 200)
    .map((line) =>
      line
        .slice(0, 300)
        .replace(/^[\s%#*]+/, "")
        .replace(/\t/g, " "),
    )
    .filter(Boolean);

/** True where the registry says that the name is not registered. */
export const saysFree = (text: string): boolean => said(text).some((line) => FREE.some((free) => free.test(line)));

/** The registry's refusal, where its answer is one: `rate-limited` or `blocked`. To be asked only of an answer without facts. */
export function refusalIn(text: string, server: string): SourceError | undefined {
  const lines = said(text);
  const limited = lines.find((line) => TOO_MANY.test(line));
  if (limited) return new SourceError("rate-limited", `${server} says too many questions: ${limited.slice(0, 160)}`);
  const refused = lines.find((line) => REFUSED.test(line));
  return refused ? new SourceError("blocked", `${server} refused to answer: ${quotedSaying(refused)}`) : undefined;
}
