import type { Command } from "commander";
import { defer, type Observable, of } from "rxjs";
import { analysisFacts } from "../aggregate/analysis-facts.ts";
import { SourceError } from "../errors.ts";
import { categories, sources } from "../sources/catalogue.ts";

const SHELLS = ["bash", "zsh", "fish"];

/** What may follow a command's name. */
interface Words {
  readonly name: string;
  readonly says: string;
  readonly options: readonly { readonly flag: string; readonly says: string; readonly values: readonly string[] }[];
  /** What its first argument may be, where that is known. */
  readonly first: readonly string[];
}

/** `tributary completion`: emits the script. */
export const completionCommand = (program: Command, shell: string): Observable<string> =>
  defer(() => of(completion(program, shell).trimEnd()));

/** A script for a shell that completes commands, options, their values, and sources. */
function completion(program: Command, shell: string): string {
  const commands = program.commands.map(wordsOf);
  switch (shell) {
    case "bash":
      return bash(commands);
    case "zsh":
      return `#compdef tributary\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`;
    case "fish":
      return fish(commands);
    default:
      throw new SourceError("bad-query", `There is no completion for “${shell}”: bash, zsh or fish is wanted.`);
  }
}

const SOURCES = sources.map(({ category, id }) => `${category}/${id}`);
const ANALYSES = analysisFacts.flatMap(({ path, prompt }) => [
  path.slice(1),
  ...(prompt ? [`${path.slice(1)}/llm`] : []),
]);
const ENGINES = categories.find(({ id }) => id === "search")?.sources.map(({ id }) => id) ?? [];

const FIRST: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<readonly string[]>({
    get: [...SOURCES, ...ANALYSES],
    record: SOURCES,
    doctor: [...categories.map(({ id }) => id), ...SOURCES],
    completion: SHELLS,
  }),
);

function wordsOf(command: Command): Words {
  const options = command.options
    .filter(({ hidden, long }) => !hidden && long)
    .map(({ long, description, argChoices }) => ({
      flag: String(long),
      says: description,
      values: long === "--engines" ? ENGINES : (argChoices ?? []),
    }));
  const name = command.name();
  return { name, says: command.description(), options, first: FIRST.get(name) ?? [] };
}

/** https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion.html */
function bash(commands: readonly Words[]): string {
  const cases = commands.map(({ name, options, first }) => {
    const values = options
      .filter((option) => option.values.length > 0)
      .map(({ flag, values: some }) => `      ${flag}) words="${some.join(" ")}" ;;\n`);
    const flags = options.map(({ flag }) => flag).join(" ");
    return `  ${name})
    case "$previous" in
${values.join("")}      *) words="${[...first, flags].join(" ")}" ;;
    esac ;;
`;
  });
  return `_tributary() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(({ name }) => name).join(" ")}"
  else case "\${COMP_WORDS[1]}" in
${cases.join("")}  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _tributary tributary
`;
}

/** https://fishshell.com/docs/current/completions.html */
function fish(commands: readonly Words[]): string {
  const lines = commands.flatMap(({ name, says, options, first }) => {
    const within = `complete -c tributary -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c tributary -n __fish_use_subcommand -f -a ${name} -d ${quoted(says)}`,
      ...options.map(
        ({ flag, says: what, values }) =>
          `${within} -l ${flag.slice(2)} -d ${quoted(what)}${values.length > 0 ? ` -x -a ${quoted(values.join(" "))}` : ""}`,
      ),
      ...(first.length > 0 ? [`${within} -f -a ${quoted(first.join(" "))}`] : []),
    ];
  });
  return `${lines.join("\n")}\n`;
}

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
