import { Command, InvalidArgumentError, Option } from "commander";
import type { CommandOptions, Environment, Start } from "./command.ts";
import { PRINT_FORMATS } from "./formats.ts";

const VERSION = "0.6.0";

/** The binary: parses the words of the command line and runs one command to its end. What a command needs, it imports. */
export async function run(argv: readonly string[], environment: Environment): Promise<void> {
  const program = new Command("tributary")
    .description("Self-hosted web search, extraction and open data for AI agents.")
    .version(VERSION)
    .showHelpAfterError("(tributary --help lists the commands)");

  program
    .command("serve")
    .description("serve REST, SSE and NDJSON (HOST, PORT; see the README for every variable)")
    .action(() =>
      command(
        environment,
        async (runtime, { stopped$ }) => (await import("./serve.ts")).serve(runtime, stopped$, process.stderr),
        { serves: true, drains: true },
      ),
    );

  program
    .command("search")
    .argument("<query...>", "what to search for")
    .description("search all engines, or those named; results appear as they arrive")
    .option("-e, --engines <ids>", "comma-separated engines, e.g. duckduckgo,brave")
    .option("-p, --pagecount <n>", "pages per engine, 1 to 50", between(1, 50), 1)
    .option("-n, --max-results <n>", "results at most", between(1, 10_000))
    .option("--no-cache", "ask the engines even where an answer is kept")
    .addOption(formatOption())
    .action((words: string[], options) =>
      command(environment, async (runtime) =>
        (await import("./search.ts")).searchCommand(runtime, words.join(" "), options, process.stdout),
      ),
    );

  program
    .command("extract")
    .argument("<url...>", "pages to read")
    .description("print the clean text of pages")
    .option("--images", "list the pages' images too")
    .option("--markdown", "keep the structure as markdown")
    .addOption(formatOption())
    .action((urls: string[], options) =>
      command(environment, async (runtime) =>
        (await import("./extract.ts")).extractCommand(runtime, urls, options, process.stdout),
      ),
    );

  program
    .command("crawl")
    .argument("<url>", "the first page")
    .description("write a site's pages as NDJSON, one a line; how it goes is told on standard error")
    .option("-n, --limit <n>", "pages at most, 1 to 20000", between(1, 20_000))
    .option("-d, --max-depth <n>", "links away from the first page at most, 0 to 100", between(0, 100))
    .option("--max-breadth <n>", "links to follow from any one page at most", between(1, 20_000))
    .option("--select-paths <patterns...>", "only paths that match one of these (RE2)")
    .option("--exclude-paths <patterns...>", "no paths that match one of these (RE2)")
    .option("--external", "follow links to other hosts too")
    .option("--images", "list the pages' images too")
    .option("--markdown", "keep the structure as markdown")
    .option("--timeout <seconds>", "end after so long with what there is, 1 to 3600", between(1, 3600))
    .option("-o, --out <file>", "write there instead of to standard output")
    .action((url: string, options) =>
      command(environment, async (runtime) =>
        (await import("./crawl.ts")).crawlCommand(runtime, url, options, process.stdout, process.stderr),
      ),
    );

  program
    .command("map")
    .argument("<url>", "an address of the site")
    .description("list a site's addresses without fetching their content")
    .option("-n, --limit <n>", "addresses at most, 1 to 100000", between(1, 100_000))
    .option("--select-paths <patterns...>", "only paths that match one of these (RE2)")
    .option("--exclude-paths <patterns...>", "no paths that match one of these (RE2)")
    .option("--external", "list addresses on other hosts too")
    .option("--no-subdomains", "leave out the hosts below the site's own")
    .option("--timeout <seconds>", "end after so long with what there is, 1 to 3600", between(1, 3600))
    .addOption(formatOption())
    .action((url: string, options) =>
      command(environment, async (runtime) =>
        (await import("./map.ts")).mapCommand(runtime, url, options, process.stdout, process.stderr),
      ),
    );

  program
    .command("research")
    .argument("<question...>", "what to find out")
    .description("answer from what is found, with the sources; the answer grows as it is written")
    .option("--pro", "ask every engine, and read the best pages")
    .option("-e, --engines <ids>", "comma-separated engines, e.g. duckduckgo,brave")
    .option("-n, --max-results <n>", "sources at most, 1 to 100", between(1, 100))
    .addOption(formatOption())
    .action((words: string[], options) =>
      command(environment, async (runtime) =>
        (await import("./research.ts")).researchCommand(runtime, words.join(" "), options, process.stdout),
      ),
    );

  program
    .command("doctor")
    .argument("[names...]", "categories or sources; default: all")
    .description("ask every source its example, live; exit status 1 when one does not answer")
    .option("--json", "print JSON", false)
    .action((names: string[], { json }: { json: boolean }) =>
      command(environment, async (runtime) => {
        const [{ doctor }, { named }] = await Promise.all([import("./doctor.ts"), import("./named.ts")]);
        return doctor(runtime, named(names), { json }, process.stdout, process.stderr);
      }),
    );

  program
    .command("record")
    .argument("<names...>", "categories or sources; source=words asks those words")
    .description("ask sources live and save every exchange, secrets redacted")
    .option("-o, --out <dir>", "where to", "recordings")
    .action((names: string[], { out }: { out: string }) =>
      command(environment, async (runtime) => {
        const [{ record }, { ordered }] = await Promise.all([import("./record.ts"), import("./named.ts")]);
        return record(runtime, ordered(names), out);
      }),
    );

  program
    .command("replay")
    .argument("<dir>", "a folder of recordings: <category>/<id>/<name>.meta.json")
    .description("serve recordings as an upstream gateway")
    .option("-p, --port <n>", "port to listen on", between(0, 65_535), 9095)
    .action((dir: string, { port }: { port: number }) =>
      command(environment, async (_runtime, { say }) => (await import("./replay.ts")).replay(dir, port, say), {
        serves: true,
      }),
    );

  await program.parseAsync([...argv]);
}

async function command(environment: Environment, start: Start, how?: CommandOptions): Promise<void> {
  const { runCommand } = await import("./command.ts");
  await runCommand(environment, start, how);
}

const formatOption = (): Option =>
  new Option("-f, --format <format>", "how to print").choices(PRINT_FORMATS).default("text");

const between =
  (least: number, most: number) =>
  (text: string): number => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most))
      throw new InvalidArgumentError(`A whole number from ${least} to ${most} is wanted.`);
    return value;
  };
