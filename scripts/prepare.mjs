import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

// The package `node` brings 67 MB of C headers for native addons; nothing here builds one.
const NODE = "node_modules/node/node_modules";
for (const name of existsSync(NODE) ? readdirSync(NODE) : [])
  if (name.startsWith("node-")) rmSync(join(NODE, name, "include"), { recursive: true, force: true });

// Bundles the console after `npm ci`, where the tools for it were installed. The service runs without it, and says so at /.
try {
  const { bundleConsole } = await import("./console.ts");
  await bundleConsole();
} catch (error) {
  process.stderr.write(`The console was not bundled (npm run build does it): ${error.message}\n`);
}
