import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { VERSION } from "../src/version.ts";

it("is stated in package.json, and alike where the MCP registry reads it", () => {
  const Server = z.object({ version: z.string(), packages: z.array(z.object({ version: z.string() })) });
  const { version, packages } = Server.parse(
    JSON.parse(readFileSync(new URL("../server.json", import.meta.url), "utf8")),
  );
  expect([version, ...packages.map((one) => one.version)]).toEqual([VERSION, VERSION]);
});
