#!/usr/bin/env node
import { enableCompileCache } from "node:module";

// Started again, the service does not read its own code anew.
enableCompileCache?.();
const { run } = await import("./cli/program.ts");
await run(process.argv, process.env);
