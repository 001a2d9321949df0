import { type ContentBlock, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { concat, of, throwError, timer } from "rxjs";
import { concatMap, map } from "rxjs/operators";
import { z } from "zod";
import { SourceError } from "../../src/errors.ts";
import type { StreamEvent } from "../../src/events.ts";
import { resourceOf, resourceText } from "../../src/mcp/resources.ts";
import { serverFactory } from "../../src/mcp/server.ts";
import { defineTool, type Shown, type Tool } from "../../src/mcp/tool.ts";
import { TASK_TOOLS } from "./fixture-tasks.ts";

/*
 * What the protocol's conformance runner calls, reads and gets by name: tools run by the very code that runs ours, and
 * resources and prompts of the runner's own before ours.
 */

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";
const IMAGE = { type: "image", data: PNG, mimeType: "image/png" } as const;

const done = (...content: readonly ContentBlock[]): StreamEvent<Shown> => ({
  event: "done",
  data: { content: () => content },
});

const giving = (name: string, ...content: readonly ContentBlock[]): Tool =>
  defineTool({ name, description: name, toolsets: [], input: z.object({}), run: () => of(done(...content)) });

const TOOLS: readonly Tool[] = [
  giving("test_simple_text", { type: "text", text: "This is a simple text response for testing." }),
  giving("test_image_content", IMAGE),
  giving("test_audio_content", { type: "audio", data: WAV, mimeType: "audio/wav" }),
  giving("test_embedded_resource", {
    type: "resource",
    resource: {
      uri: "test://embedded-resource",
      mimeType: "text/plain",
      text: "This is an embedded resource content.",
    },
  }),
  giving("test_multiple_content_types", { type: "text", text: "Multiple content types test:" }, IMAGE, {
    type: "resource",
    resource: {
      uri: "test://mixed-content-resource",
      mimeType: "application/json",
      text: '{"test":"data","value":123}',
    },
  }),
  defineTool({
    name: "test_error_handling",
    description: "fails",
    toolsets: [],
    input: z.object({}),
    run: () => throwError(() => new SourceError("unreachable", "This tool intentionally returns an error for testing")),
  }),
  defineTool({
    name: "test_tool_with_progress",
    description: "tells of three pages",
    toolsets: [],
    input: z.object({}),
    run: () =>
      concat(
        of(1, 2, 3).pipe(
          concatMap((page) => timer(50).pipe(map(() => page))),
          map((page): StreamEvent<Shown> => ({ event: "page", data: { title: `page ${page}` } })),
        ),
        of(done({ type: "text", text: "Done." })),
      ),
  }),
];

/** A tool as it is, but for the schema of its arguments. */
const taking = (tool: Tool, input: Tool["input"]): Tool => ({ ...tool, input });

const ECHO = { type: "text", text: "Done." } as const;

/** A keyword of JSON Schema. */
const THEN: string = "then";

const SCHEMA_TOOLS: readonly Tool[] = [
  taking(giving("json_schema_2020_12_tool", ECHO), {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    [THEN]: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  }),
  giving("test_logging_tool", ECHO),
];

const RESOURCES: Readonly<Record<string, object>> = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: PNG },
};

const text = (words: string) => ({ role: "user" as const, content: { type: "text" as const, text: words } });

function promptOf(name: string, given: Readonly<Record<string, string>> = {}) {
  switch (name) {
    case "test_simple_prompt":
      return [text("This is a simple prompt for testing.")];
    case "test_prompt_with_arguments":
      return [text(`Prompt with arguments: arg1='${given["arg1"]}', arg2='${given["arg2"]}'`)];
    case "test_prompt_with_embedded_resource":
      return [
        {
          role: "user" as const,
          content: {
            type: "resource" as const,
            resource: {
              uri: String(given["resourceUri"]),
              mimeType: "text/plain",
              text: "Embedded resource content for testing.",
            },
          },
        },
        text("Please process the embedded resource above."),
      ];
    case "test_prompt_with_image":
      return [{ role: "user" as const, content: IMAGE }, text("Please analyze the image above.")];
    default:
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`);
  }
}

/** Our servers with the runner's own tools, resources and prompts. */
export const serverOfFixtures: typeof serverFactory = (tools, deps, calling) => {
  const made = serverFactory([...tools, ...TOOLS, ...SCHEMA_TOOLS, ...TASK_TOOLS], deps, calling);
  return (context) => {
    const server = made(context);
    server.setRequestHandler("resources/read", ({ params: { uri } }) => {
      const own = resourceText(deps.categories, uri);
      if (own !== undefined) return resourceOf(uri, own);
      const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
      const found = id
        ? { mimeType: "application/json", text: JSON.stringify({ id, templateTest: true }) }
        : RESOURCES[uri];
      if (found && "blob" in found) return { contents: [{ uri, mimeType: "image/png", blob: PNG }] };
      if (found && "text" in found) return { contents: [{ uri, mimeType: "text/plain", text: String(found.text) }] };
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no resource ${uri}.`, { uri });
    });
    server.setRequestHandler("prompts/get", ({ params }) => ({ messages: promptOf(params.name, params.arguments) }));
    server.setRequestHandler("completion/complete", () => ({ completion: { values: [], total: 0, hasMore: false } }));
    return server;
  };
};
