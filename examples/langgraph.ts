import { tool } from "@langchain/core/tools";
import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { ChatOpenAI } from "@langchain/openai";
import { z } from "zod";
import { get, model, question } from "./environment.ts";

/* A LangGraph graph: the model asks for a search, reads the results, and answers. */

const search = tool(
  async ({ query }) => JSON.stringify(await get("/search", { q: query, pagecount: "1", max_results: "5" })),
  { name: "search", description: "Searches the web.", schema: z.object({ query: z.string() }) },
);

const { baseURL, name, apiKey } = model();
const chat = new ChatOpenAI({ model: name, apiKey, configuration: { baseURL } }).bindTools([search]);

const graph = new StateGraph(MessagesAnnotation)
  .addNode("model", async ({ messages }) => ({ messages: [await chat.invoke(messages)] }))
  .addNode("tools", new ToolNode([search]))
  .addEdge("__start__", "model")
  .addConditionalEdges("model", toolsCondition)
  .addEdge("tools", "model")
  .compile();

const { messages } = await graph.invoke({
  messages: [{ role: "user", content: question("how does RxJS handle backpressure?") }],
});
console.log(messages.at(-1)?.text);
