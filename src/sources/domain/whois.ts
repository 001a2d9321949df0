import { getDomain } from "tldts";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { fallback, readingOf } from "../kit/compose/steps.ts";
import { parseDomain, query } from "../kit/requests/query.ts";
import { clip } from "../kit/values/text.ts";
import { registrationByWhois } from "../kit/whois/referral.ts";
import { RegistrationItem } from "./item.ts";
import { registrationByRdap } from "./rdap/registration.ts";

export const whois = defineSource({
  id: "whois",
  title: "WHOIS",
  docs: "https://www.rfc-editor.org/rfc/rfc3912",
  query: query({
    describe: "a domain name, or a host within it",
    example: "google.fr",
    parse: (q) => {
      const domain = getDomain(parseDomain(q), { allowPrivateDomains: false });
      if (!domain) throw new SourceError("bad-query", `“${clip(q)}” is no name that anybody can register.`);
      return { domain };
    },
  }),
  item: RegistrationItem.extend({
    whoisServer: z.string().optional().describe("the server that answered last; absent where RDAP answered instead"),
    raw: z.string().optional().describe("the answers' text, without e-mail addresses"),
  }),
  read: fallback(registrationByWhois, (input, context) =>
    readingOf("rdap", registrationByRdap)({ kind: "domain", value: input.domain }, context),
  ),
});
