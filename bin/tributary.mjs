#!/usr/bin/env node
// Starts the service with a Node that can run it: this one, or the one that the package `node` brought. A checkout runs
// its sources, whatever an earlier build left in dist; a package has no sources.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import nodeModule, { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const WANTED = 24;
const sources = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const main = existsSync(sources) ? sources : fileURLToPath(new URL("../dist/main.js", import.meta.url));

if (Number(process.versions.node.split(".")[0]) >= WANTED) {
  process.argv[1] = main;
  // Before the first of our own files is read, so that a second start need not strip types.
  nodeModule.enableCompileCache();
  await import(main);
} else {
  const node = brought();
  if (!node) {
    process.stderr.write(
      `tributary: Node ${WANTED} or later is wanted, and this is ${process.versions.node}. The package “node” brings one where npm ` +
        "may run its install script: npm install-scripts approve node && npm rebuild node.\n",
    );
    process.exit(1);
  }
  const self = fileURLToPath(import.meta.url);
  const child = spawn(node, [self, ...process.argv.slice(2)], { stdio: "inherit" });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    for (const passedOn of signals) process.removeAllListeners(passedOn);
    if (signal) process.kill(process.pid, signal);
    else process.exit(code ?? 1);
  });
}

/** The Node of the package `node`; undefined where its install script was not run. */
function brought() {
  try {
    return createRequire(import.meta.url).resolve("node/bin/node");
  } catch {
    return undefined;
  }
}
