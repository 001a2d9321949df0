import { z } from "zod";
import { checked, SourceError } from "../../../errors.ts";
import { ResearchRequest } from "../../../pipelines/research/request.ts";

const Part = z.looseObject({ type: z.string().optional(), text: z.string().optional() });

const Body = z.looseObject(
  {
    model: z.string({ error: "must be a model's name" }).nullish(),
    messages: z
      .array(z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(Part)]).nullish() }), {
        error: "must be a list of messages",
      })
      .max(1000, { error: "must have at most 1000 messages" }),
    stream: z.boolean({ error: "must be true or false" }).nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  },
  { error: "The body must be a JSON object" },
);

/** What a chat asks for. */
export interface Asked {
  /** The last thing that the user said. */
  readonly question: string;
  /** All messages as one text: what the request's tokens are counted of. */
  readonly prompt: string;
  readonly model: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
}

type Message = z.output<typeof Body>["messages"][number];

const textOf = ({ content }: Message): string =>
  typeof content === "string" ? content : (content ?? []).map(({ text }) => text ?? "").join("\n");

/** A chat's body; what we do not know of is not heeded. `bad-query` where nobody asks anything. */
export function askedIn(body: unknown): Asked {
  const { model, messages, stream, stream_options } = checked(Body, body);
  const question = messages.findLast(({ role }) => role === "user");
  if (!question || textOf(question).trim() === "")
    throw new SourceError("bad-query", "messages: there is none of the user with a text, which is what is researched.");
  return {
    question: textOf(question),
    prompt: messages.map(textOf).join("\n"),
    model: model ?? "tributary-mini",
    stream: stream ?? false,
    includeUsage: stream_options?.include_usage ?? false,
  };
}

/** Models of others that think for long, or search deeply. */
const DEEP = /pro\b|deep|reason|large|opus|o[13]\b/i;

/** The research that a question comes to. */
export const orderOf = ({ question, model }: Asked): ResearchRequest => {
  const {
    stream: _,
    max_tokens: __,
    ...order
  } = checked(ResearchRequest, {
    query: question,
    model: DEEP.test(model) ? "pro" : "mini",
  });
  return order;
};
