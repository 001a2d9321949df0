import type { JSX } from "preact";
import { clock } from "../../kit/said.ts";
import { type Fields, fields, list, text } from "../../kit/shape.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import { say } from "../../kit/words.ts";

const REFRESH_MS = 10_000;

const stateOf = (source: Fields | undefined): string => (source ? text(source["state"]) || "—" : say("notAsked"));

/** How a source fares now, and what it said last where it failed. */
export function SourceState({ id }: { readonly id: string }): JSX.Element {
  const { answer } = useAnswer("/health/sources", REFRESH_MS);
  const source = list(answer.value?.["items"])
    .map(fields)
    .find((one) => text(one["id"]) === id);
  const [until, error] = [text(source?.["resting_until"]), text(fields(source?.["last_error"])["error"])];
  const said = [
    // Its line is there from the start: the form below would be moved by it.
    answer.value ? stateOf(source) : say("loading"),
    until && `${say("restsUntil")} ${clock(until)}`,
    error && `${say("lastError")}: ${error}`,
  ];
  return (
    <div>
      <dt>{say("state")}</dt>
      <dd>{said.filter(Boolean).join(" · ")}</dd>
    </div>
  );
}
