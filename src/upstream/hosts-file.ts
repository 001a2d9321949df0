import { readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";

/** What the system knows of names beside its name servers. */
export interface HostsFile {
  /** The addresses that the hosts file gives a name, in lower case; empty where it has none. */
  listed(name: string): readonly string[];
  /** The full names that a name may stand for, in the order in which they are asked for (resolv.conf(5): search, ndots). */
  candidates(name: string): readonly string[];
}

export interface SystemFiles {
  readonly hosts: string;
  readonly resolv: string;
}

const SYSTEM: SystemFiles = {
  hosts:
    process.platform === "win32"
      ? join(process.env["SystemRoot"] ?? "C:\\Windows", "System32\\drivers\\etc\\hosts")
      : "/etc/hosts",
  resolv: "/etc/resolv.conf",
};

interface Search {
  readonly suffixes: readonly string[];
  readonly ndots: number;
}

/** Reads the hosts file (hosts(5)) and the search list, again whenever they have changed. */
export function hostsFile({ hosts, resolv }: SystemFiles = SYSTEM): HostsFile {
  const hostsOf = whenChanged(hosts, readHosts);
  const searchOf = whenChanged(resolv, readSearch);
  return {
    listed: (name) => hostsOf().get(name) ?? [],
    candidates(name) {
      const { suffixes, ndots } = searchOf();
      const dots = name.split(".").length - 1;
      const suffixed = dots < ndots ? suffixes.map((suffix) => `${name}.${suffix}`) : [];
      // What has a dot is most likely whole: asked for as it is first, whatever `ndots` says.
      return dots === 0 ? [...suffixed, name] : [name, ...suffixed];
    },
  };
}

/** The reading of a file, kept until its time of change is another; that of an empty one where it cannot be read. */
function whenChanged<T>(path: string, read: (text: string) => T): () => T {
  let known: { readonly at: number; readonly value: T } | undefined;
  return () => {
    const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (known?.at !== at) known = { at, value: read(at === 0 ? "" : readFileSync(path, "utf8")) };
    return known.value;
  };
}

const linesOf = (text: string): string[][] =>
  text.split("\n").map((line) =>
    line
      .replace(/[#;].*$/, "")
      .trim()
      .toLowerCase()
      .split(/\s+/),
  );

function readHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const hosts = new Map<string, string[]>();
  for (const [address = "", ...names] of linesOf(text)) {
    if (isIP(address) === 0) continue;
    for (const name of names) hosts.set(name, [...(hosts.get(name) ?? []), address]);
  }
  return hosts;
}

function readSearch(text: string): Search {
  let search: Search = { suffixes: [], ndots: 1 };
  for (const [keyword, ...values] of linesOf(text)) {
    if (keyword === "search" || keyword === "domain")
      search = {
        ...search,
        suffixes: values
          .map((suffix) => suffix.replace(/^\.|\.$/g, ""))
          .filter(Boolean)
          .slice(0, 6),
      };
    const ndots = keyword === "options" && values.find((value) => value.startsWith("ndots:"));
    if (ndots) search = { ...search, ndots: Number(ndots.slice("ndots:".length)) || 0 };
  }
  return search;
}
