import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { json } from "../kit/json.ts";
import { get } from "../kit/request.ts";
import { isoDate } from "../kit/values.ts";
import type { ReadContext } from "../source.ts";
import type { ResourceQuery } from "./ripestat-query.ts";

const Block = z
  .object({ resource: z.string().nullish(), desc: z.string().nullish(), name: z.string().nullish() })
  .nullish();

/** What every data call is wrapped in; `messages` are pairs of a level and a text. */
const envelope = <T extends z.ZodType>(data: T) => z.object({ messages: Messages.nullish(), data });

const Messages = z.array(z.array(z.string()));

const call = <T extends z.ZodType>(name: string, data: T) => ({
  request: ({ resource }: ResourceQuery) =>
    get(`https://stat.ripe.net/data/${name}/data.json`, { resource, sourceapp: "tributary" }),
  refused: (body: unknown, { status }: { readonly status: number }) => {
    const read = z.object({ status: z.string(), messages: Messages.nullish() }).safeParse(body).data;
    if (status !== 400 && read?.status !== "error") return undefined;
    const said = read?.messages?.find(([level]) => level === "error")?.[1];
    return said ? new SourceError("bad-query", `RIPEstat refused the query: ${said}`) : undefined;
  },
  body: envelope(data),
});

/** RIPEstat says in words where it answers something else than was asked. */
const passOn = (messages: z.output<typeof Messages> | null | undefined, context: ReadContext): void => {
  for (const [level, text] of messages ?? []) if (level === "warning" && text) context.notice({ kind: "note", text });
};

/** The network that an address or prefix belongs to. */
export const prefix = json({
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

const As = z.object({
  resource: z.string(),
  holder: z.string().nullish(),
  announced: z.boolean().nullish(),
  block: Block,
  query_time: z.string().nullish(),
  query_endtime: z.string().nullish(),
});

/** What an autonomous system says of itself. */
export const overview = json({
  ...call("as-overview", As),
  items: ({ data, messages }, { resource }, _response, context) => {
    passOn(messages, context);
    return [{ resource, data }];
  },
});

/** The prefixes that it announces. */
export const withPrefixes = json({
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
