import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { Runtime } from "../runtime.ts";
import { VERSION } from "../version.ts";
import type { requests } from "./background.ts";
import type { CommandOptions, Environment, Start } from "./command.ts";
import { PRINT_FORMATS, type PrintFormat } from "./formats.ts";
import type { Terminal } from "./print.ts";

/** What commands stand for where they are ordered as tasks. */
type Requests = typeof requests;

/** The exit status of words that are none of a command's. */
const USAGE = 2;

/** The terminal of this process. */
const ownTerminal: Terminal = {
  out: process.stdout,
  err: process.stderr,
  exit: (status) => {
    process.exitCode = status;
  },
};

/** The binary: parses the words of the command line and runs one command to its end. What a command needs, it imports. */
export async function run(
  argv: readonly string[],
  environment: Environment,
  terminal: Terminal = ownTerminal,
): Promise<void> {
  const { out, err } = terminal;
  const program = new Command("tributary")
    .description("Self-hosted web search, extraction and open data for AI agents.")
    .version(VERSION)
    .showHelpAfterError("(tributary --help lists the commands)")
    .configureOutput({
      writeOut: (text) => void out.write(text),
      writeErr: (text) => void err.write(text),
      outputError: (text, write) =>
        write(
          missingIn(
            text,
            program.commands.find((sub) => sub.name() === argv[2]),
          ),
        ),
      getOutHasColors: () => out.isTTY && out.hasColors(),
      getErrHasColors: () => err.isTTY && err.hasColors(),
      ...(out.isTTY && { getOutHelpWidth: () => out.columns }),
      ...(err.isTTY && { getErrHelpWidth: () => err.columns }),
    })
    .exitOverride();
  const command = async (given: Environment, start: Start, how?: CommandOptions): Promise<void> => {
    const { runCommand } = await import("./command.ts");
    await runCommand(given, start, terminal, { name: argv[2] ?? "", ...how });
  };
  const background = async (runtime: Runtime, requestOf: (of: Requests) => ReturnType<Requests[keyof Requests]>) => {
    const { ordered, requests } = await import("./background.ts");
    return ordered(runtime, requestOf(requests), terminal);
  };

  program
    .command("serve")
    .addHelpText("after", example("tributary serve --port 8080"))
    .description("serve REST, SSE and NDJSON (see the README for every variable)")
    .option("-p, --port <n>", "port to listen on; default: PORT, or 9093", between(0, 65_535))
    .option("--host <address>", "address to listen on; default: HOST, or 127.0.0.1")
    .action(({ port, host }: { port?: number; host?: string }) =>
      command(
        { ...environment, ...(port !== undefined && { PORT: String(port) }), ...(host && { HOST: host }) },
        async (runtime, { stopped$ }) => (await import("./serve.ts")).serve(runtime, stopped$, err),
        { serves: true, drains: true },
      ),
    );

  program
    .command("work")
    .addHelpText("after", example("TASKS_REDIS_URL=redis://127.0.0.1:6379 tributary work"))
    .description("work on the tasks in Redis (TASKS_REDIS_URL), and serve nothing but /health and /metrics")
    .option("-p, --port <n>", "port of /health and /metrics; default: PORT, or none", between(0, 65_535))
    .option("--host <address>", "address to listen on; default: HOST, or 127.0.0.1")
    .action(({ port, host }: { port?: number; host?: string }) =>
      command(
        { ...environment, ...(port !== undefined && { PORT: String(port) }), ...(host && { HOST: host }) },
        async (runtime, { stopped$ }) =>
          (await import("./work.ts")).work(runtime, port !== undefined || Boolean(environment["PORT"]), stopped$),
        { serves: true, drains: true },
      ),
    );

  program
    .command("mcp")
    .addHelpText("after", example("tributary mcp --stdio --toolsets core"))
    .description("serve the tools of the Model Context Protocol, over HTTP or over standard input and output")
    .option("-p, --port <n>", "port to listen on; default: MCP_PORT, or 9094", between(0, 65_535))
    .option("--host <address>", "address to listen on; default: HOST, or 127.0.0.1")
    .option("--stdio", "speak over standard input and output instead")
    .option("--toolsets <sets>", "comma-separated: core, web, chatgpt, or categories; default: all")
    .action(({ port, host, ...options }: { port?: number; host?: string; stdio?: boolean; toolsets?: string }) =>
      command(
        { ...environment, ...(port !== undefined && { MCP_PORT: String(port) }), ...(host && { HOST: host }) },
        async (runtime, { stopped$ }) => (await import("./mcp.ts")).mcpCommand(runtime, options, stopped$, err),
        { serves: true, drains: true },
      ),
    );

  const keys = program
    .command("keys")
    .description("keys with quotas, kept by their digests in KEYS_FILE (docs/keys.md)");
  keys
    .command("add")
    .addHelpText("after", example("tributary keys add ci --per-minute search=60 --per-day 5000"))
    .argument("<name>", "what the key is called")
    .option("--per-minute <limits...>", "requests a minute: class=number, or a number for all classes")
    .option("--per-day <limits...>", "requests a day, likewise")
    .option("--toolsets <sets...>", "the sets of tools (MCP) that it may use; default: all")
    .option("--routes <paths...>", "the paths (REST) that it may use, /packages/* for all below; default: all")
    .option("--weight <n>", "its share beside other keys', 0.1 to 100; default: 1", Number)
    .option("--expires <when>", "a date, or days from now as 30d; default: never")
    .description("make a key; it is printed once")
    .action((name: string, options) =>
      command(environment, async (runtime) => (await import("./keys.ts")).addKeyCommand(runtime, name, options)),
    );
  keys
    .command("list")
    .description("the keys, without what they are")
    .action(() => command(environment, async (runtime) => (await import("./keys.ts")).listKeysCommand(runtime)));
  keys
    .command("revoke")
    .argument("<key>", "its name, or the beginning of its id")
    .description("take a key away; a running service follows within a second")
    .action((named: string) =>
      command(environment, async (runtime) => (await import("./keys.ts")).revokeKeyCommand(runtime, named)),
    );

  timed(aged(paged(printing(asks(program.command("search"), "<query...>", SEARCHED)))))
    .addHelpText("after", example("tributary search rxjs backpressure -n 5 --time-range year"))
    .description("search all engines, or those named; results appear as they arrive")
    .option("-e, --engines <ids>", "comma-separated engines, e.g. duckduckgo,brave")
    .option("-n, --max-results <n>", "results at most", between(1, 10_000))
    .option("-l, --language <code>", "two-letter language code, e.g. fr")
    .option("-r, --region <code>", "two-letter country code, e.g. FR")
    .addOption(
      new Option("-t, --time-range <range>", "only results as new as this").choices(["day", "week", "month", "year"]),
    )
    .action((words: string[], options) =>
      command(environment, async (runtime) =>
        (await import("./search.ts")).searchCommand(runtime, words.join(" "), wishes(options), terminal),
      ),
    );

  orderable(timed(aged(paged(printing(program.command("get"))))))
    .addHelpText("after", example("tributary get packages/crates tokio"))
    .argument("<source>", "a source, e.g. packages/crates")
    .argument("<query...>", "what it is asked")
    .description("ask one source (docs/sources.md lists them)")
    .option("-o, --option <name=value...>", "the source's own parameters")
    .action((source: string, words: string[], options) =>
      command(environment, async (runtime) =>
        options.background
          ? background(runtime, ({ analysis }) => analysis(source, words.join(" "), wishes(options)))
          : (await import("./get.ts")).getCommand(runtime, source, words.join(" "), wishes(options), terminal),
      ),
    );

  timed(aged(printing(asks(program.command("extract"), "<url...>", PAGE))))
    .addHelpText("after", example("tributary extract https://example.com --markdown"))
    .description("print the clean text of pages")
    .option("--images", "list the pages' images too")
    .option("--markdown", "keep the structure as markdown")
    .addOption(new Option("--render <when>", "run pages' scripts in a browser").choices(["auto", "always", "never"]))
    .option("--schema <file>", "print data that fits this JSON schema; - reads standard input; takes LLM_BASE_URL")
    .option("--prompt <words>", "print the data that these words ask for; takes LLM_BASE_URL")
    .action((urls: string[], options) =>
      command(environment, async (runtime) =>
        (await import("./extract.ts")).extractCommand(runtime, urls, wishes(options), terminal),
      ),
    );

  orderable(printing(asks(program.command("crawl"), "<url>", FIRST_PAGE), "ndjson"))
    .addHelpText("after", example("tributary crawl docs.example.com --limit 100 -o pages.ndjson"))
    .description("write a site's pages, one a line as they are read; how it goes is told on standard error")
    .option("-n, --limit <n>", "pages at most, 1 to 20000", between(1, 20_000))
    .option("-d, --max-depth <n>", "links away from the first page at most, 0 to 100", between(0, 100))
    .option("--max-breadth <n>", "links to follow from any one page at most", between(1, 20_000))
    .option("--select-paths <patterns...>", "only paths that match one of these (RE2)")
    .option("--exclude-paths <patterns...>", "no paths that match one of these (RE2)")
    .option("--external", "follow links to other hosts too")
    .option("--images", "list the pages' images too")
    .option("--markdown", "keep the structure as markdown")
    .addOption(new Option("--render <when>", "run pages' scripts in a browser").choices(["auto", "always", "never"]))
    .option("--timeout <seconds>", "end after so long with what there is, 1 to 3600", between(1, 3600))
    .option("-o, --out <file>", "write there instead of to standard output")
    .action((url: string, options) =>
      command(environment, async (runtime) =>
        options.background
          ? background(runtime, ({ crawl }) => crawl(url, wishes(options)))
          : (await import("./crawl.ts")).crawlCommand(runtime, url, wishes(options), terminal),
      ),
    );

  orderable(printing(asks(program.command("map"), "<url>", SITE)))
    .addHelpText("after", example("tributary map docs.example.com --limit 500"))
    .description("list a site's addresses without fetching their content")
    .option("-n, --limit <n>", "addresses at most, 1 to 100000", between(1, 100_000))
    .option("--select-paths <patterns...>", "only paths that match one of these (RE2)")
    .option("--exclude-paths <patterns...>", "no paths that match one of these (RE2)")
    .option("--external", "list addresses on other hosts too")
    .option("--no-subdomains", "leave out the hosts below the site's own")
    .addOption(new Option("--render <when>", "run the first page's scripts").choices(["auto", "always", "never"]))
    .option("--timeout <seconds>", "end after so long with what there is, 1 to 3600", between(1, 3600))
    .action((url: string, options) =>
      command(environment, async (runtime) =>
        options.background
          ? background(runtime, ({ map }) => map(url, wishes(options)))
          : (await import("./map.ts")).mapCommand(runtime, url, wishes(options), terminal),
      ),
    );

  orderable(timed(aged(printing(asks(program.command("research"), "<query...>", QUESTION)))))
    .addHelpText("after", example("tributary research how do otters dive --pro"))
    .description("answer from what is found, with the sources; the answer grows as it is written")
    .option("--pro", "ask every engine, and read the best pages")
    .addOption(new Option("--render <when>", "run pages' scripts in a browser").choices(["auto", "always", "never"]))
    .option("-e, --engines <ids>", "comma-separated engines, e.g. duckduckgo,brave")
    .option("-n, --max-results <n>", "sources at most, 1 to 100", between(1, 100))
    .action((words: string[], options) =>
      command(environment, async (runtime) =>
        options.background
          ? background(runtime, ({ research }) => research(words.join(" "), wishes(options)))
          : (await import("./research.ts")).researchCommand(runtime, words.join(" "), wishes(options), terminal),
      ),
    );

  orderable(timed(aged(printing(program.command("batch")))))
    .addHelpText("after", example("tributary batch order.json"))
    .argument("[file]", "a JSON list of { parser, query }; default: standard input")
    .description("ask several sources at once")
    .action((file: string | undefined, options) =>
      command(environment, async (runtime) =>
        options.background
          ? background(runtime, ({ batch }) => batch(file))
          : (await import("./batch.ts")).batchCommand(runtime, file, wishes(options), terminal),
      ),
    );

  program
    .command("tasks")
    .addHelpText("after", example("tributary tasks wait 6f1c…"))
    .argument("[action]", "list, show, results, wait, pause, resume or cancel; default: list")
    .argument("[id]", "the task's id")
    .description("tasks of the service on HOST and PORT, or in the store; cancel forgets one that has ended")
    .action((action: string | undefined, id: string | undefined) =>
      command(environment, async (runtime) => (await import("./tasks.ts")).tasksCommand(runtime, action, id, terminal)),
    );

  program
    .command("sources")
    .addHelpText("after", example("tributary sources drug side effects"))
    .argument("[words...]", "words that stand in what is listed; default: all")
    .description("list the sources, or those with these words in their names and descriptions")
    .action((words: string[]) =>
      command(environment, async (runtime) => (await import("./sources.ts")).sourcesCommand(runtime, words, terminal)),
    );

  printing(program.command("doctor"))
    .addHelpText("after", example("tributary doctor search packages/crates"))
    .argument("[names...]", "categories or sources; default: all")
    .description("ask every source its example, live; exit status 1 when one does not answer")
    .action((names: string[], options) =>
      command(environment, async (runtime) => {
        const [{ doctor }, { sourcesNamed }] = await Promise.all([
          import("./doctor.ts"),
          import("../operations/names.ts"),
        ]);
        const sources = sourcesNamed(runtime.catalogue, names.length > 0 ? names : undefined);
        return doctor(runtime, sources, wishes(options), terminal);
      }),
    );

  printing(program.command("test-source"))
    .addHelpText("after", example("SOURCES_DIR=./my-sources tributary test-source"))
    .argument("[names...]", "categories or sources of SOURCES_DIR; default: all of them")
    .description("check the sources in SOURCES_DIR, and ask each its example, live; exit status 1 when one fails")
    .action((names: string[], options) =>
      command(environment, async (runtime) =>
        (await import("./test-source.ts")).testSource(runtime, names, wishes(options), terminal),
      ),
    );

  program
    .command("record")
    .addHelpText("after", example("tributary record search/mojeek --out recordings"))
    .argument("<names...>", "categories or sources; source=words asks those words")
    .description("ask sources live and save every exchange, secrets redacted")
    .option("-o, --out <dir>", "where to", "recordings")
    .action((names: string[], { out }: { out: string }) =>
      command(environment, async (runtime) => {
        const [{ record }, { ordersFor }] = await Promise.all([import("./record.ts"), import("./named-sources.ts")]);
        return record(runtime, ordersFor(runtime.catalogue, names), out);
      }),
    );

  program
    .command("replay")
    .addHelpText("after", example("tributary replay recordings --port 9095"))
    .argument("<dir>", "a folder of recordings: <category>/<id>/<name>.meta.json")
    .description("serve recordings as an upstream gateway")
    .option("-p, --port <n>", "port to listen on", between(0, 65_535), 9095)
    .action((dir: string, { port }: { port: number }) =>
      command(environment, async (_runtime, { say }) => (await import("./replay.ts")).replay(dir, port, say), {
        serves: true,
      }),
    );

  program
    .command("completion")
    .addHelpText("after", example("tributary completion bash >> ~/.bashrc"))
    .argument("<shell>", "bash, zsh or fish")
    .description(
      "print a script that completes commands, options and sources, e.g. tributary completion bash >> ~/.bashrc",
    )
    .action((shell: string) =>
      command(environment, async () => (await import("./completion.ts")).completionCommand(program, shell)),
    );

  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    terminal.exit(error.exitCode === 0 ? 0 : USAGE);
  }
}

/** What a command is asked, in the words that every face has for it. */
interface Subject {
  readonly describe: string;
  readonly example: string;
}

const SEARCHED: Subject = { describe: "words to search the web for", example: "rxjs backpressure" };
const QUESTION: Subject = { describe: "the question to research", example: "how does RxJS handle backpressure?" };
const PAGE: Subject = {
  describe: "a page's address; https:// is assumed where no scheme is given",
  example: "https://example.org/",
};
const FIRST_PAGE: Subject = {
  describe: "the address of the first page; https:// is assumed where no scheme is given",
  example: "https://example.org/",
};
const SITE: Subject = {
  describe: "an address of the site; https:// is assumed where no scheme is given",
  example: "https://example.org/",
};

const subjects = new WeakMap<Command, Subject>();

/** A command that is asked something. */
function asks(sub: Command, name: string, subject: Subject): Command {
  subjects.set(sub, subject);
  return sub.argument(name, subject.describe);
}

/** Says what is missing as every face does; other errors as they are. */
function missingIn(text: string, sub: Command | undefined): string {
  const [, name] = /^error: missing required argument '([\w-]+)'/.exec(text) ?? [];
  const subject = sub && subjects.get(sub);
  if (name === undefined || !subject) return text;
  return `tributary: ${name}: is missing: ${subject.describe}, for example ${subject.example}.\n`;
}

/** What stands below a command's help. */
const example = (line: string): string => `\nExample:\n  ${line}`;

/** A command that prints an answer in one of the formats. */
const printing = (sub: Command, usual: PrintFormat = "text"): Command =>
  sub
    .addOption(new Option("-f, --format <format>", "how to print").choices(PRINT_FORMATS).default(usual))
    .option("--json", "the same as --format json");

/** A command that can be ordered as a task: `tributary tasks` shows what became of it. */
const orderable = (sub: Command): Command =>
  sub.option("--background", "order it as a task that outlives this command, and print the task's id");

/** A command with a time for all. */
const timed = (sub: Command): Command =>
  sub.option("--timeout <seconds>", "end after so long, 1 to 300; docs/limits.md has the defaults", between(1, 300));

/** A command that reads result pages. */
const paged = (sub: Command): Command =>
  sub
    .option("-p, --pages <n>", "result pages to read, 1 to 50", between(1, 50), 1)
    .addOption(new Option("--pagecount <n>", "the same as --pages").argParser(between(1, 50)).hideHelp());

/** A command whose answers may be kept. */
const aged = (sub: Command): Command =>
  sub
    .option("--no-cache", "ask upstream even where an answer is kept")
    .option("--max-age <seconds>", "ask anew what was kept for longer", between(0, 999_999));

interface Given {
  readonly format: PrintFormat;
  readonly json?: boolean;
  readonly pages: number;
  readonly pagecount?: number;
  readonly cache: boolean;
  readonly maxAge?: number | undefined;
}

/** A command's options, each wish once. */
const wishes = ({ json = false, pagecount, ...given }: Given) => ({
  ...given,
  pages: pagecount ?? given.pages,
  format: json ? ("json" as const) : given.format,
});

const between =
  (least: number, most: number) =>
  (text: string): number => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most))
      throw new InvalidArgumentError(`must be a whole number from ${least} to ${most}.`);
    return value;
  };
