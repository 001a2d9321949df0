import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { z } from "zod";
import { installPackages } from "./install-packages.ts";

/*
 * Writes what the service has of packages that are too large to install: they stand among the benchmarks' packages. Run it after
 * one's version there changes.
 *
 * - src/pipelines/budget/vendor/o200k_base.mjs: the one vocabulary of gpt-tokenizer that the service counts with, 2 MB of 30.
 * - src/web/app/kit/coastline.ts: the land's outline of world-atlas (Natural Earth, public domain), 20 kB of 8 MB.
 */
const root = join(import.meta.dirname, "..");
export const FILE = join(root, "src/pipelines/budget/vendor/o200k_base.mjs");
export const COASTLINE = join(root, "src/web/app/kit/coastline.ts");
/** Where the packages are installed. */
const PACKAGES = join(root, "benchmarks");
const ENTRY = "\0entry";

/** Returns the bundle as it is to stand in the repository, with the licence of what it holds. */
export async function bundled(): Promise<string> {
  installPackages(PACKAGES);
  const bundle = await rolldown({
    input: ENTRY,
    cwd: PACKAGES,
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load: (id) => (id === ENTRY ? 'export { countTokens } from "gpt-tokenizer/encoding/o200k_base";' : undefined),
      },
    ],
  });
  try {
    const { output } = await bundle.generate({ format: "esm", minify: true });
    const { version } = JSON.parse(readFileSync(join(PACKAGES, "node_modules/gpt-tokenizer/package.json"), "utf8"));
    const licence = readFileSync(join(PACKAGES, "node_modules/gpt-tokenizer/LICENSE"), "utf8").trim();
    return `/*\ngpt-tokenizer ${version}, encoding o200k_base. Written by scripts/vendor.ts.\n\n${licence}\n*/\n${output[0].code.trim()}\n`;
  } finally {
    await bundle.close();
  }
}

/** Steps of a degree: as fine as outlines of 1:110,000,000 are exact. */
const STEPS = 4;
/** A ring of fewer points is no land any more. */
const LEAST_POINTS = 3;

type Point = readonly [number, number];

/** TopoJSON, as far as the file uses it: rings are made of arcs, and an arc that is named by its complement runs backwards. */
const Land = z.object({
  transform: z.object({ scale: z.tuple([z.number(), z.number()]), translate: z.tuple([z.number(), z.number()]) }),
  arcs: z.array(z.array(z.tuple([z.number(), z.number()]))),
  objects: z.object({
    land: z.object({ geometries: z.array(z.object({ arcs: z.array(z.array(z.array(z.int()))) })) }),
  }),
});

/** The outline of all land as one path of SVG, in quarters of degrees east and south. */
export function coastline(): string {
  installPackages(PACKAGES);
  const folder = join(PACKAGES, "node_modules/world-atlas");
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { transform, arcs, objects } = Land.parse(JSON.parse(readFileSync(join(folder, "land-110m.json"), "utf8")));
  const [[scaleX, scaleY], [fromX, fromY]] = [transform.scale, transform.translate];
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): Point => {
      x += dx;
      y += dy;
      return [Math.round((x * scaleX + fromX) * STEPS), Math.round(-(y * scaleY + fromY) * STEPS)];
    });
  });
  const lineOf = (id: number): readonly Point[] => (id < 0 ? (lines[~id] ?? []).toReversed() : (lines[id] ?? []));
  const path = objects.land.geometries
    .flatMap(({ arcs: polygons }) => polygons.flat())
    .map((ids) => ids.flatMap(lineOf))
    .map((ring) => ring.filter(([x, y], at) => at === 0 || x !== ring[at - 1]?.[0] || y !== ring[at - 1]?.[1]))
    .filter((ring) => ring.length > LEAST_POINTS)
    .map(drawn)
    .join("");
  return [
    `// world-atlas ${version} (ISC, Michael Bostock), land-110m: Natural Earth, public domain. Written by scripts/vendor.ts.`,
    "/** The outline of all land, in quarters of degrees east and south. */",
    "export const COASTLINE =",
    `  ${JSON.stringify(path)};`,
    "",
  ].join("\n");
}

/** A ring whose last point is its first, each point as its distance from the one before. */
function drawn(ring: readonly Point[]): string {
  const steps = ring.slice(1, -1).map(([x, y], at) => `${x - (ring[at]?.[0] ?? 0)} ${y - (ring[at]?.[1] ?? 0)}`);
  return `M${ring[0]?.join(" ")}l${steps.join(" ").replaceAll(" -", "-")}z`;
}

if (import.meta.main) {
  writeFileSync(FILE, await bundled());
  writeFileSync(COASTLINE, coastline());
}
