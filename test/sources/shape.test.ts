import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { sources } from "../../src/sources/registry.ts";

/* One source, one room: a file that is read from top to bottom, or a small folder whose index is the definition. */

const ROOT = join(import.meta.dirname, "../../src/sources");
const MAX_LINES = 200;
/** To review a source one opens so many files beside the kit, at most. */
const MAX_FILES = 4;
/** So many lines alike in two files are one thing written twice. */
const RUN = 6;

const files: ReadonlyMap<string, string> = new Map(
  readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => [name, readFileSync(join(ROOT, name), "utf8")]),
);

const linesOf = (text: string): number => text.replace(/\n$/, "").split("\n").length;

/** The lines that say something: no imports, comments, blank lines and lone punctuation; white space folded. */
function telling(text: string): string[] {
  return text
    .replace(/^import\s[^;]*;$/gm, "")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !line.startsWith("//"));
}

/** Runs of lines that stand in two files, as `one ~ other: first line`. */
function doubles(texts: ReadonlyMap<string, string>): string[] {
  const first = new Map<string, string>();
  return [...texts].flatMap(([name, text]) => {
    const lines = telling(text);
    return lines.flatMap((line, at) => {
      if (at + RUN > lines.length) return [];
      const run = lines.slice(at, at + RUN).join("\n");
      const before = first.get(run);
      if (before === undefined) first.set(run, name);
      return before === undefined || before === name ? [] : [`${before} ~ ${name}: ${line}`];
    });
  });
}

/** Files whose name continues that of a file or folder beside them: `a-b.ts` beside `a.ts`, `a/`. */
function prefixed(names: readonly string[]): string[] {
  const stems = new Set(names.flatMap((name) => [name.replace(/\.ts$/, ""), dirname(name)]));
  return names.filter((name) => {
    const cut = name.lastIndexOf("-");
    return cut > name.lastIndexOf("/") && stems.has(name.slice(0, cut));
  });
}

describe("the sources' files", () => {
  it(`have at most ${MAX_LINES} lines each`, () => {
    const long = [...files].flatMap(([name, text]) => (linesOf(text) > MAX_LINES ? [`${name}: ${linesOf(text)}`] : []));
    expect(long).toEqual([]);
  });

  it(`are one a source, or a folder of at most ${MAX_FILES} with the definition in its index`, () => {
    const astray = sources.flatMap(({ category, id }) => {
      const folder = join(category, id);
      const parts = [...files.keys()].filter((name) => name.startsWith(`${folder}/`));
      const alone = files.has(`${folder}.ts`) && parts.length === 0;
      const housed = files.has(join(folder, "index.ts")) && parts.length > 1 && parts.length <= MAX_FILES;
      return alone || (housed && !files.has(`${folder}.ts`)) ? [] : [folder];
    });
    expect(astray).toEqual([]);
  });

  it("end with the definition, which is made of what stands above", () => {
    const ended = [...files].flatMap(([name, text]) => {
      const [, below] = text.split(/^export const \w+ = defineSource\(/m);
      return below && /^(export )?(const|function|interface|type|class) /m.test(below) ? [name] : [];
    });
    expect(ended).toEqual([]);
  });

  it("leave `score` to the ranking: an engine's own figure has another name", () => {
    const engines = sources.filter(({ category }) => category === "search");
    expect(engines.filter(({ item }) => "score" in item.shape).map(({ id }) => id)).toEqual([]);
  });

  it("do not continue the name of a neighbour", () => {
    expect(prefixed([...files.keys()])).toEqual([]);
  });

  it("import nothing of another category", () => {
    const categories = new Set(sources.map(({ category }) => category));
    const crossed = [...files].flatMap(([name, text]) =>
      [...text.matchAll(/from "(\.[^"]*)"/g)].flatMap(([, spec = ""]) => {
        const [own = "", other = ""] = [name, join(dirname(name), spec)].map((path) => path.split("/")[0]);
        return own !== other && categories.has(own) && categories.has(other) ? [`${name}: ${spec}`] : [];
      }),
    );
    expect(crossed).toEqual([]);
  });

  it(`share no run of ${RUN} lines`, () => {
    expect(doubles(files)).toEqual([]);
  });
});

describe("the fields of items", () => {
  const Node = z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() });

  /** The names of a schema's fields, at any depth. */
  function namesIn(schema: unknown): readonly string[] {
    if (Array.isArray(schema)) return schema.flatMap(namesIn);
    const { data } = Node.safeParse(schema);
    if (!data) return [];
    const { properties = {}, ...others } = data;
    return [...Object.keys(properties), ...[...Object.values(properties), ...Object.values(others)].flatMap(namesIn)];
  }

  it("are written in camelCase", () => {
    const others = sources.flatMap(({ category, id, item }) =>
      namesIn(z.toJSONSchema(item, { io: "output", unrepresentable: "any" }))
        .filter((name) => !/^[a-z][A-Za-z\d]*$/.test(name))
        .map((name) => `${category}/${id} ${name}`),
    );
    expect(others).toEqual([]);
  });
});

describe("the search for continued names", () => {
  it("finds parts beside a file and beside a folder", () => {
    expect(prefixed(["x/a.ts", "x/a-page.ts", "x/b/index.ts", "x/b-api.ts"])).toEqual(["x/a-page.ts", "x/b-api.ts"]);
    expect(prefixed(["x/a.ts", "x/wiki-search.ts", "x/a_b.ts", "y/a-page.ts"])).toEqual([]);
  });
});

describe("the search for runs", () => {
  const body = ["a: 1,", "b: 2,", "c: 3,", "d: 4,", "e: 5,", "f: 6,"];

  it("finds one whatever stands around it, and however it is indented", () => {
    const one = ["import { a } from 'a';", "before()", ...body].join("\n");
    const other = ["elsewhere()", ...body.map((line) => `    ${line}`), "", "after()"].join("\n");
    expect(doubles(new Map(Object.entries({ one, other })))).toEqual(["one ~ other: a: 1,"]);
  });

  it("counts neither comments, imports and punctuation nor a run within one file", () => {
    const padded = ["/** The same", " * words. */", "import {", "  a,", "  b,", '} from "x";', "});", "// the same"];
    const short = [...padded, ...body.slice(1)].join("\n");
    expect(doubles(new Map(Object.entries({ short, other: short })))).toEqual([]);
    expect(doubles(new Map([["twice", [...body, ...body].join("\n")]]))).toEqual([]);
  });
});
