// Bundles the console after `npm ci`, where the tools for it were installed. The service runs without it, and says so at /.
try {
  const { bundleConsole } = await import("./console.ts");
  await bundleConsole();
} catch (error) {
  process.stderr.write(`The console was not bundled (npm run build does it): ${error.message}\n`);
}
