import { z } from "zod";
import { defineSource } from "../../define.ts";
import { branch, fallback, readingOf } from "../../kit/compose/steps.ts";
import { query } from "../../kit/requests/query.ts";
import { registrationByWhois } from "../../kit/whois/referral.ts";
import { RegistrationItem } from "../item.ts";
import { registrationByRdap } from "./registration.ts";
import { understood } from "./servers.ts";

export const rdap = defineSource({
  id: "rdap",
  title: "RDAP",
  docs: "https://www.rfc-editor.org/rfc/rfc9083",
  query: query({
    describe: "a domain or a host within it, an IP address or an AS number",
    example: "nic.versicherung",
    parse: understood,
  }),
  item: RegistrationItem.extend({
    objectClass: z.enum(["domain", "ip network", "autnum"]).optional(),
    handle: z.string().optional().describe("the registry's own identifier"),
    unicodeName: z.string().optional(),
    name: z.string().optional().describe("of a network or autonomous system"),
    type: z.string().optional().describe("of a network: allocation, assignment, …"),
    country: z.string().optional().describe("ISO 3166-1 alpha-2"),
    startAddress: z.string().optional(),
    endAddress: z.string().optional(),
    parentHandle: z.string().optional(),
    cidrs: z.array(z.string()).optional(),
    startAutnum: z.int().optional(),
    endAutnum: z.int().optional(),
  }),
  read: branch(
    ({ kind }) => kind === "domain",
    fallback(registrationByRdap, (input, context) =>
      readingOf("whois", registrationByWhois)({ domain: input.value }, context),
    ),
    registrationByRdap,
  ),
});
