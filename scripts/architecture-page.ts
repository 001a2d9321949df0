import { ROOMS } from "./rooms.ts";

const BEGIN = "<!-- rooms: made by npm run docs -->";
const END = "<!-- /rooms -->";

/** Returns ARCHITECTURE.md with its table of rooms written anew between its two marks. Throws where a mark is missing. */
export function architecturePage(written: string): string {
  const [before, rest] = written.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`ARCHITECTURE.md lacks ${BEGIN} or ${END}`);
  const rows = Object.entries(ROOMS).map(
    ([name, { holds, imports }]) => `| \`${name}\` | ${holds} | ${imports.join(", ") || "nothing"} |`,
  );
  return [`${before}${BEGIN}`, "| room | holds | may import |", "|---|---|---|", ...rows, `${END}${after}`].join("\n");
}
