#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { boundYoung, keepYoung } from "./processes/young.ts";

// Started again, the service does not read its own code anew.
enableCompileCache?.();
keepYoung();
boundYoung();
const { run } = await import("./cli/program.ts");
await run(process.argv, process.env);
