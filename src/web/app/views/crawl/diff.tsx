import type { JSX } from "preact";
import { say } from "../../kit/words.ts";

const MOST_LINES = 2_000;

/** A unified diff line by line: what came, what went, and what stayed around it. */
export function Diff({ patch }: { readonly patch: string }): JSX.Element {
  const lines = patch.split("\n").filter((line) => !/^(?:---|\+\+\+|===|Index:|\\)/.test(line));
  return (
    <pre class="diff" role="group" tabIndex={0} aria-label={say("difference")} dir="auto">
      {lines.slice(0, MOST_LINES).map((line, index) => {
        const said = `${line.slice(1)}\n`;
        if (line.startsWith("+")) return <ins key={index}>{said}</ins>;
        if (line.startsWith("-")) return <del key={index}>{said}</del>;
        return <span key={index}>{line.startsWith("@@") ? "…\n" : said}</span>;
      })}
    </pre>
  );
}
