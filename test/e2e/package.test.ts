import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ROOT, ran } from "./processes.ts";

const Manifest = z.object({
  version: z.string(),
  bin: z.object({ tributary: z.string() }),
  exports: z.object({ ".": z.object({ types: z.string(), default: z.string() }) }),
  files: z.array(z.string()),
});
const Build = z.object({
  compilerOptions: z.object({ outDir: z.string(), rootDir: z.string(), declaration: z.literal(true) }),
});

const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
const manifest = Manifest.parse(read("package.json"));
const { outDir, rootDir } = Build.parse(read("tsconfig.build.json")).compilerOptions;

describe("package.json", () => {
  it("exports what the build makes of a file that is there", () => {
    const { types, default: code } = manifest.exports["."];
    const source = (file: string, ending: string): string =>
      file.replace(`./${outDir}/`, `${rootDir}/`).replace(ending, ".ts");
    expect(types).toMatch(/\.d\.ts$/);
    expect(source(types, ".d.ts")).toBe(source(code, ".js"));
    expect(existsSync(join(ROOT, source(code, ".js")))).toBe(true);
  });

  it("ships the binary, the build and nothing of the checkout's own", () => {
    const shipped = (file: string): boolean => manifest.files.includes(file.replace(/^\.\//, "").split("/")[0] ?? "");
    expect(shipped(manifest.bin.tributary)).toBe(true);
    expect(shipped(manifest.exports["."].default)).toBe(true);
    expect(["src", "test", "scripts"].filter(shipped)).toEqual([]);
    // What begins with `!` is left out of a folder that is shipped.
    for (const file of manifest.files.map((name) => name.replace(/^!/, "")))
      expect([file, file === outDir || existsSync(join(ROOT, file))]).toEqual([file, true]);
  });

  it("names a binary that can be run, and whose version is its own", async () => {
    expect(statSync(join(ROOT, manifest.bin.tributary)).mode & 0o111).not.toBe(0);
    expect(await ran(["--version"])).toMatchObject({ status: 0, stdout: `${manifest.version}\n`, stderr: "" });
  });
});
