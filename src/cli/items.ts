import { styleText } from "node:util";
import type { SourceOutcome } from "../events.ts";

type Paint = (style: "bold" | "cyan" | "dim", text: string) => string;

/** Colours for a terminal, none elsewhere. */
export const paintFor =
  (color: boolean): Paint =>
  (style, text) =>
    color ? styleText(style, text) : text;

/** Fields that a list shows in places of their own, or not at all. */
const PLACED = new Set(["title", "url", "snippet", "engines", "source", "score", "engineScore"]);

/** Items as a list to read: title, address, snippet, the engines that found it; of a source's, whatever else is a text or number. */
export function itemLines(
  items: readonly Readonly<Record<string, unknown>>[],
  color: boolean,
  details = false,
): string {
  const paint = paintFor(color);
  return items
    .map(({ title, url, snippet, engines, ...rest }, index) => {
      const facts = details
        ? Object.entries(rest).flatMap(([name, value]) =>
            PLACED.has(name) || !isPlain(value) ? [] : [`    ${paint("dim", `${name}:`)} ${value}`],
          )
        : [];
      return [
        `${String(index + 1).padStart(2)}. ${paint("bold", String(title ?? url ?? ""))}\n`,
        ...(url ? [`    ${paint("cyan", String(url))}\n`] : []),
        ...(snippet ? [`    ${snippet}\n`] : []),
        ...facts.map((fact) => `${fact}\n`),
        ...(Array.isArray(engines) ? [`    ${paint("dim", engines.join(", "))}\n`] : []),
      ].join("");
    })
    .join("");
}

const isPlain = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

/** The sources that failed, a line each. */
export const failures = (sources: readonly SourceOutcome[]): readonly string[] =>
  sources.filter(({ error }) => error).map(({ id, status, error }) => `${id}: ${status}: ${error}`);
