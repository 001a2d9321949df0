import ipaddr from "ipaddr.js";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { branch, steps } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { clip } from "../kit/values/text.ts";
import type { ReadContext } from "../source.ts";
import { NetworkItem } from "./item.ts";

/** What is asked for. */
interface ResourceQuery {
  readonly resource: string;
  readonly asn?: number;
}

/** An address, a prefix or an AS number; throws `bad-query` for what is none. */
function understood(q: string): ResourceQuery {
  const asn = /^(?:AS)?\s*(\d{1,10})$/i.exec(q)?.[1];
  if (asn) return { resource: `AS${Number(asn)}`, asn: Number(asn) };
  if (ipaddr.isValid(q) || ipaddr.isValidCIDR(q)) return { resource: q };
  throw new SourceError("bad-query", `“${clip(q)}” is no IP address, prefix or AS number.`);
}

const Messages = z.array(z.array(z.string()));

/** What every data call is wrapped in; `messages` are pairs of a level and a text. */
const envelope = <T extends z.ZodType>(data: T) => z.object({ messages: Messages.nullish(), data });

const call = <T extends z.ZodType>(name: string, data: T) => ({
  request: ({ resource }: ResourceQuery) =>
    get(`https://stat.ripe.net/data/${name}/data.json`, { resource, sourceapp: "tributary" }),
  refused: (body: unknown, { status }: { readonly status: number }) => {
    const read = z.object({ status: z.string(), messages: Messages.nullish() }).safeParse(body).data;
    if (status !== 400 && read?.status !== "error") return undefined;
    const said = read?.messages?.find(([level]) => level === "error")?.[1];
    return said ? new SourceError("bad-query", `RIPEstat refused the query: ${quotedSaying(said)}`) : undefined;
  },
  body: envelope(data),
});

const Block = z
  .object({ resource: z.string().nullish(), desc: z.string().nullish(), name: z.string().nullish() })
  .nullish();

const As = z.object({
  resource: z.string(),
  holder: z.string().nullish(),
  announced: z.boolean().nullish(),
  block: Block,
  query_time: z.string().nullish(),
  query_endtime: z.string().nullish(),
});

/** RIPEstat says in words where it answers something else than was asked. */
const passOn = (messages: z.output<typeof Messages> | null | undefined, context: ReadContext): void => {
  for (const [level, text] of messages ?? []) if (level === "warning" && text) context.notice({ kind: "note", text });
};

/** What an autonomous system says of itself. */
const overview = json({
  ...call("as-overview", As),
  items: ({ data, messages }, { resource }, _response, context) => {
    passOn(messages, context);
    return [{ resource, data }];
  },
});

/** The prefixes that it announces. */
const withPrefixes = json({
  ...call("announced-prefixes", z.object({ prefixes: z.array(z.object({ prefix: z.string() })).nullish() })),
  items: (answer, { data, resource }: ResourceQuery & { readonly data: z.output<typeof As> }) => [
    {
      title: [`AS${data.resource}`, data.holder].filter(Boolean).join(" "),
      url: `https://stat.ripe.net/${resource}`,
      asn: Number(data.resource),
      holder: data.holder,
      announced: data.announced,
      block: data.block,
      prefixes: answer.data.prefixes?.map((announced) => announced.prefix),
      time: isoDate(data.query_time ?? data.query_endtime),
    },
  ],
});

/** The network that an address or prefix belongs to. */
const prefix = json({
  ...call(
    "prefix-overview",
    z.object({
      resource: z.string(),
      announced: z.boolean().nullish(),
      asns: z.array(z.object({ asn: z.int(), holder: z.string().nullish() })).nullish(),
      block: Block,
      related_prefixes: z.array(z.string()).nullish(),
      query_time: z.string().nullish(),
    }),
  ),
  items: ({ data, messages }, { resource }, _response, context) => {
    passOn(messages, context);
    const [origin] = data.asns ?? [];
    return [
      {
        title: [data.resource, origin && `AS${origin.asn}`, origin?.holder].filter(Boolean).join(" "),
        url: `https://stat.ripe.net/${encodeURIComponent(data.resource)}`,
        ip: resource.includes("/") ? undefined : resource,
        prefix: data.resource,
        asn: origin?.asn,
        holder: origin?.holder,
        origins: data.asns?.map(({ asn, holder }) => ({ asn, holder })),
        announced: data.announced,
        block: data.block,
        relatedPrefixes: data.related_prefixes,
        time: isoDate(data.query_time),
      },
    ];
  },
});

export const ripestat = defineSource({
  id: "ripestat",
  title: "RIPEstat (prefix and AS)",
  docs: "https://stat.ripe.net/docs/data-api/",
  terms: "no key; eight requests at once; more than 1000 a day to be announced",
  query: query({
    describe: "an IP address, a prefix or an AS number",
    example: "194.195.93.96",
    parse: understood,
  }),
  item: NetworkItem.extend({
    origins: z
      .array(z.object({ asn: z.int(), holder: z.string().optional() }))
      .optional()
      .describe("every autonomous system that announces the prefix"),
    announced: z.boolean().optional(),
    block: z
      .object({ resource: z.string().optional(), desc: z.string().optional(), name: z.string().optional() })
      .optional()
      .describe("the registry's block that it lies in"),
    relatedPrefixes: z.array(z.string()).optional(),
    prefixes: z.array(z.string()).optional().describe("that the autonomous system announces"),
    time: IsoDate.optional().describe("of the routing table that was looked at"),
  }),
  polite: { concurrency: 4 },
  read: branch(({ asn }: ResourceQuery) => asn !== undefined, steps(overview, withPrefixes), prefix),
});
