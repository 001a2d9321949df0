import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

const Asked = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  response_format: z.object({ type: z.string() }).loose().optional(),
});

/** One question that the model was asked. */
export interface Question {
  /** All that was said, the system's words first. */
  readonly said: string;
  /** The type of the form that the answer was to have. */
  readonly format: string | undefined;
}

/** A language model on loopback that answers as it is told. */
export interface FakeModel {
  /** Its variables of the environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly questions: readonly Question[];
  close(): void;
}

/** A number in place of words is a status to answer with. */
export async function fakeModel(answer: (question: Question) => string | number): Promise<FakeModel> {
  const questions: Question[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      const { messages, response_format } = Asked.parse(JSON.parse(body));
      const question = { said: messages.map(({ content }) => content).join("\n"), format: response_format?.type };
      questions.push(question);
      const content = answer(question);
      if (typeof content === "number") response.writeHead(content).end();
      else
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify({ choices: [{ message: { content }, finish_reason: "stop" }] }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    environment: { LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, LLM_MODEL: `fake-${port}` },
    questions,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
