import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { address, key } from "../../kit/api.ts";
import { examplesOf } from "../../kit/code.ts";
import { CopyButton } from "../../kit/copy.tsx";
import type { Parser } from "../../kit/parsers.ts";
import { change, place } from "../../kit/place.ts";
import { text } from "../../kit/shape.ts";
import { Tabs } from "../../kit/tabs.tsx";
import { say } from "../../kit/words.ts";

/** Characters of a token, as a rule of thumb. */
const CHARACTERS = 4;
const LEAST_TOKENS = 100;

interface Props {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly source?: Pick<Parser, "id" | "category">;
  /** The parts of the answer as they are cut by `max_tokens`, the first that go last; absent while there is none. */
  readonly parts?: readonly string[] | undefined;
}

/** The same request as code, in tabs; with an answer there, what a smaller `max_tokens` would leave of it. */
export function AsCode({ path, query, source, parts = [] }: Props): JSX.Element {
  const wanted = useSignal<number | undefined>(undefined);
  const root = `${location.origin}${address("/")}`;
  const examples = examplesOf({
    root,
    path,
    query,
    keyed: key.value !== "",
    maxTokens: wanted.value,
    ...(source && { source }),
  });
  const current = place.value.query.get("code") ?? "curl";
  const shown = examples.find(({ id }) => id === current) ?? examples[0];
  return (
    <section class="no-print">
      <h2>{say("asCode")}</h2>
      {parts.length > 0 && <Budget parts={parts} wanted={wanted.value} onWant={(n) => (wanted.value = n)} />}
      <Tabs
        label={say("asCode")}
        tabs={examples}
        current={shown?.id ?? ""}
        onChoose={(id) => change({ code: id }, { replace: true })}
      >
        <pre tabIndex={0}>{shown?.code}</pre>
        <CopyButton text={() => text(shown?.code)} />
      </Tabs>
    </section>
  );
}

export const tokensOf = (written: string): number => Math.ceil(written.length / CHARACTERS);

interface BudgetProps {
  readonly parts: readonly string[];
  readonly wanted: number | undefined;
  onWant(tokens: number | undefined): void;
}

/** A slider for `max_tokens`, and how many of the answer's parts fit. */
function Budget({ parts, wanted, onWant }: BudgetProps): JSX.Element {
  const sizes = parts.map(tokensOf);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const room = wanted ?? all;
  let taken = 0;
  const fit = sizes.filter((size) => {
    taken += size;
    return taken <= room;
  }).length;
  return (
    <label class="budget">
      max_tokens{" "}
      <input
        type="range"
        min={Math.min(LEAST_TOKENS, all)}
        max={Math.max(LEAST_TOKENS, all)}
        value={room}
        aria-valuetext={say("tokens", { n: room })}
        onInput={({ currentTarget }) => {
          const tokens = Number(currentTarget.value);
          onWant(tokens >= all ? undefined : tokens);
        }}
      />{" "}
      <output class="faint">
        {say("budgetFits", { tokens: say("tokens", { n: room }), n: fit, all: parts.length })}
      </output>
    </label>
  );
}
