import { map } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { fanned } from "../kit/compose.ts";
import { query } from "../kit/query.ts";
import { NetworkItem } from "./item.ts";
import { forward, names } from "./reverse_dns-names.ts";
import { addressOf } from "./reverse_dns-query.ts";

export const reverseDns = defineSource({
  id: "reverse_dns",
  title: "Reverse DNS",
  docs: "https://nodejs.org/api/dns.html#dnspromisesreverseip",
  query: query({ describe: "an IPv4 or IPv6 address", example: "8.8.8.8", parse: addressOf }),
  item: NetworkItem.extend({
    ip: z.string(),
    name: z.string().describe("the host that the address belongs to, by its PTR record"),
    ptr: z.string().describe("the name that was asked"),
    ttl: z.int().nonnegative().optional().describe("seconds"),
    forward: z.array(z.string()).optional().describe("the name's own addresses, of the same family"),
    confirmed: z.boolean().optional().describe("whether they hold the address; absent where they are not known"),
  }),
  read: fanned(4, names, (named, context) =>
    forward(named, context).pipe(map((found) => ({ ...found, title: found.name, domain: found.name }))),
  ),
});
