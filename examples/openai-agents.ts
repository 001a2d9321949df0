import { Agent, MCPServerStreamableHttp, OpenAIChatCompletionsModel, run, setTracingDisabled } from "@openai/agents";
import { OpenAI } from "openai";
import { headers, model, question, TRIBUTARY_MCP_URL } from "./environment.ts";

/* The OpenAI Agents SDK with the service's tools over MCP. */

setTracingDisabled(true);
const { baseURL, name, apiKey } = model();
const server = new MCPServerStreamableHttp({ url: TRIBUTARY_MCP_URL, name: "tributary", requestInit: { headers } });
await server.connect();
try {
  const agent = new Agent({
    name: "researcher",
    instructions: "Answer from the web. Cite addresses.",
    model: new OpenAIChatCompletionsModel(new OpenAI({ baseURL, apiKey }), name),
    mcpServers: [server],
  });
  const { finalOutput } = await run(agent, question("how does RxJS handle backpressure?"));
  console.log(finalOutput);
} finally {
  await server.close();
}
