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
  /** What of the request is not honoured, a sentence each. */
  readonly warnings: readonly string[];
}

type Message = z.output<typeof Body>["messages"][number];

const textOf = ({ content }: Message): string =>
  typeof content === "string" ? content : (content ?? []).map(({ text }) => text ?? "").join("\n");

const NO_TOOLS = "the model here calls no functions, research is all it does.";

/** Options that other models have. */
const NOT_HONOURED: Readonly<Record<string, string>> = {
  tools: NO_TOOLS,
  tool_choice: NO_TOOLS,
  functions: NO_TOOLS,
  function_call: NO_TOOLS,
  response_format: "the answer is text.",
  n: "there is one answer.",
  stop: "the answer ends by itself.",
  max_tokens: "how long the answer is depends on the model that is named.",
  max_completion_tokens: "how long the answer is depends on the model that is named.",
  logprobs: "there are none.",
  audio: "the answer is text.",
  modalities: "the answer is text.",
};

/** Values of those that ask for what is done anyway. */
const isPlain = (name: string, value: unknown): boolean =>
  value === null ||
  (Array.isArray(value) && value.length === 0 && name !== "modalities") ||
  (name === "tool_choice" && (value === "none" || value === "auto")) ||
  (name === "response_format" && typeof value === "object" && "type" in value && value.type === "text") ||
  (name === "n" && value === 1) ||
  (name === "logprobs" && value === false) ||
  (name === "modalities" && JSON.stringify(value) === '["text"]');

function unhonoured(body: Readonly<Record<string, unknown>>, messages: readonly Message[]): readonly string[] {
  const system = messages.some((message) => /^(system|developer)$/.test(message.role) && textOf(message).trim() !== "");
  const earlier = messages.filter(({ role }) => role === "user").length > 1;
  return [
    ...Object.entries(NOT_HONOURED).flatMap(([name, why]) =>
      Object.hasOwn(body, name) && !isPlain(name, body[name]) ? [`${name} is not honoured: ${why}`] : [],
    ),
    ...(system ? ["The system prompt is not honoured: the last question of the user is researched."] : []),
    ...(earlier ? ["Earlier messages are not honoured: the last question of the user is researched by itself."] : []),
  ];
}

/** A chat's body; what of it is not heeded is told. `bad-query` where nobody asks anything. */
export function askedIn(body: unknown): Asked {
  const given = checked(Body, body);
  const { model, messages, stream, stream_options } = given;
  const question = messages.findLast(({ role }) => role === "user");
  if (!question || textOf(question).trim() === "")
    throw new SourceError("bad-query", "messages: there is none of the user with a text, which is what is researched.");
  return {
    question: textOf(question),
    prompt: messages.map(textOf).join("\n"),
    model: model ?? "tributary-mini",
    stream: stream ?? false,
    includeUsage: stream_options?.include_usage ?? false,
    warnings: unhonoured(given, messages),
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
