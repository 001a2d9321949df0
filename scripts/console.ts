import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

/*
 * Bundles the browser's code of the console: src/web/app → src/web/bundle, which git ignores. Every file's name carries a
 * hash of what is in it, so browsers keep it for ever; bundle.json says which belong to the page.
 */
const WEB = join(import.meta.dirname, "../src/web");
const APP = join(WEB, "app");
const OUT = join(WEB, "bundle");
/** What markdown-it brings along and a browser has, or the console does not use: 16 kB of what is sent. */
const INSTEAD = {
  entities: join(APP, "kit/html-entities.ts"),
  "linkify-it": join(APP, "kit/no-linkify.ts"),
};
const PLOT_STYLE = join(import.meta.dirname, "../node_modules/uplot/dist/uPlot.min.css");

export async function bundleConsole(): Promise<void> {
  mkdirSync(OUT, { recursive: true });
  const build = await rolldown({
    input: { console: join(APP, "main.tsx") },
    tsconfig: join(APP, "tsconfig.json"),
    transform: { target: "es2022" },
    platform: "browser",
    resolve: { alias: INSTEAD },
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  });
  const { output } = await build.write({
    dir: OUT,
    format: "esm",
    minify: true,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "[name]-[hash].js",
  });
  await build.close();
  const [entry, ...others] = output;
  if (entry.type !== "chunk") throw new Error("The bundle has no entry.");
  const css = styles();
  const style = `console-${createHash("sha256").update(css).digest("base64url").slice(0, 8)}.css`;
  writeFileSync(join(OUT, style), css);
  const files = [entry.fileName, style, ...others.map(({ fileName }) => fileName)];
  // The list is replaced at once and last: whoever reads meanwhile finds every file that it names.
  const list = { entry: entry.fileName, style, preload: [...entry.imports], files };
  writeFileSync(join(OUT, "bundle.json.new"), JSON.stringify(list));
  renameSync(join(OUT, "bundle.json.new"), join(OUT, "bundle.json"));
  for (const name of readdirSync(OUT)) if (name !== "bundle.json" && !files.includes(name)) rmSync(join(OUT, name));
}

/** The charts' style sheet, then ours in the order of their names, without comments and indentation. */
const styles = (): string =>
  [
    PLOT_STYLE,
    ...readdirSync(join(APP, "styles"))
      .toSorted()
      .map((name) => join(APP, "styles", name)),
  ]
    .map((file) => readFileSync(file, "utf8"))
    .join("\n")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s*\n\s*/g, "\n")
    .trim();

if (import.meta.main) await bundleConsole();
