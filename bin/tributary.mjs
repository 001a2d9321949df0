#!/usr/bin/env node
// Starts the service with a Node that can run it: this one, or the one that the package `node` brought.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const WANTED = 24;
const built = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const main = existsSync(built) ? built : fileURLToPath(new URL("../src/main.ts", import.meta.url));

if (Number(process.versions.node.split(".")[0]) >= WANTED) {
  process.argv[1] = main;
  await import(main);
} else {
  const node = createRequire(import.meta.url).resolve("node/bin/node");
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code ?? 1)));
}
