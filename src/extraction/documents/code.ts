/** Names of files that are code by themselves. */
const FILES: ReadonlyMap<string, string> = new Map([
  ["dockerfile", "dockerfile"],
  ["makefile", "makefile"],
  ["gnumakefile", "makefile"],
  ["cmakelists.txt", "cmake"],
  ["rakefile", "ruby"],
  ["gemfile", "ruby"],
  ["jenkinsfile", "groovy"],
]);

/** Endings of files, by the language that fences name. */
const ENDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    python: "py pyw pyi",
    javascript: "js mjs cjs",
    jsx: "jsx",
    typescript: "ts mts cts",
    tsx: "tsx",
    rust: "rs",
    go: "go",
    c: "c h",
    cpp: "cc cpp cxx hh hpp hxx ino",
    csharp: "cs",
    fsharp: "fs fsx",
    java: "java",
    kotlin: "kt kts",
    scala: "scala sc",
    groovy: "groovy gradle",
    swift: "swift",
    "objective-c": "m mm",
    ruby: "rb",
    php: "php",
    perl: "pl pm",
    r: "r",
    julia: "jl",
    lua: "lua",
    haskell: "hs",
    ocaml: "ml mli",
    elixir: "ex exs",
    erlang: "erl hrl",
    clojure: "clj cljs cljc edn",
    lisp: "lisp el",
    scheme: "scm rkt",
    dart: "dart",
    zig: "zig",
    nim: "nim",
    fortran: "f f90 f95",
    pascal: "pas",
    ada: "adb ads",
    vhdl: "vhd vhdl",
    verilog: "v sv",
    asm: "asm s",
    bash: "sh bash zsh",
    fish: "fish",
    powershell: "ps1 psm1",
    bat: "bat cmd",
    sql: "sql",
    css: "css",
    scss: "scss sass",
    less: "less",
    vue: "vue",
    svelte: "svelte",
    yaml: "yml yaml",
    toml: "toml",
    ini: "ini cfg properties",
    dockerfile: "dockerfile",
    cmake: "cmake",
    nix: "nix",
    hcl: "tf hcl",
    protobuf: "proto",
    graphql: "graphql gql",
    latex: "tex sty cls bib",
    diff: "diff patch",
    awk: "awk",
    vim: "vim",
    solidity: "sol",
    cuda: "cu",
    glsl: "glsl",
  }).flatMap(([language, endings]) => endings.split(" ").map((ending) => [ending, language] as const)),
);

const MEDIA =
  /^(?:text|application)\/(?:x-)?(python|javascript|typescript|ecmascript|ruby|perl|php|java|rust|go|golang|csharp|css|sql|sh|shellscript|yaml|toml|lua|haskell|latex|tex|c|c\+\+|csrc|c\+\+src|java-source|script\.python)$/;
const NAMED: ReadonlyMap<string, string> = new Map([
  ["ecmascript", "javascript"],
  ["golang", "go"],
  ["sh", "bash"],
  ["shellscript", "bash"],
  ["tex", "latex"],
  ["c++", "cpp"],
  ["csrc", "c"],
  ["c++src", "cpp"],
  ["java-source", "java"],
  ["script.python", "python"],
]);

/** The language that a text is code in, by the name of its file, else by its media type; undefined where it is none. */
export function codeLanguageOf(url: string, media: string): string | undefined {
  const path = /^[^?#]*/.exec(url)?.[0] ?? "";
  const file = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const ending = /\.([a-z\d]{1,12})$/.exec(file)?.[1];
  const stated = MEDIA.exec(media)?.[1];
  return (
    FILES.get(file) ??
    (ending === undefined ? undefined : ENDINGS.get(ending)) ??
    (stated === undefined ? undefined : (NAMED.get(stated) ?? stated))
  );
}
