#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { boundOld, boundYoung, keepYoung } from "./processes/heap.ts";
import { serveFirst } from "./yielding.ts";

// Started again, the service does not read its own code anew.
enableCompileCache?.();
keepYoung();
boundYoung();
boundOld();
serveFirst();
const { run } = await import("./cli/program.ts");
await run(process.argv, process.env);
