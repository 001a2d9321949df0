import { z } from "zod";
import { extractOperation } from "../../operations/extract.ts";
import { MaxTokens, Offset, whole } from "../arguments.ts";
import { called } from "../operation.ts";
import { defineTool, type Tool } from "../tool.ts";

const { urls, format, include_images, render, schema, prompt } = extractOperation.input.shape;

/** `web_extract`: pages' clean text, page by page of it where it is long. */
export const extractTool: Tool = defineTool({
  name: "web_extract",
  description:
    "Read web pages or PDFs as clean text, without menus and advertisements. For pages whose address is known; web_search " +
    "finds them, web_crawl reads a whole site. Long texts go on at next_offset. " +
    "With schema or prompt each page's data and its passages.",
  toolsets: ["web"],
  input: z.object({
    urls,
    format: format.unwrap().default("markdown"),
    include_images,
    schema,
    prompt,
    render: render.describe("run scripts in a browser; auto: where a page's text comes with them"),
    offset: Offset.describe("characters to skip: next_offset of the answer before"),
    limit: whole(1, 1_000_000).optional().describe("characters of each page"),
    max_tokens: MaxTokens,
  }),
  output: extractOperation.output,
  run: ({ offset, limit, max_tokens, ...asked }, deps) =>
    called(extractOperation, asked, { offset, limit, max_tokens }, deps),
});
