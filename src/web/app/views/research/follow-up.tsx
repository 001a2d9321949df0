import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { addressOf, go, place } from "../../kit/place.ts";
import { say } from "../../kit/words.ts";

interface Props {
  readonly question: string;
  readonly before: readonly string[];
}

/** Asks on: the questions before are asked with the new one. */
export function FollowUp({ question, before }: Props): JSX.Element {
  const written = useSignal("");
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const q = written.value.trim();
    if (q === "") return;
    const words = new URLSearchParams({ q });
    const model = place.value.query.get("model");
    if (model) words.set("model", model);
    for (const earlier of [...before, question]) words.append("after", earlier);
    written.value = "";
    go(`${addressOf("ui/research")}?${words}`);
    scrollTo(0, 0);
  };
  return (
    <form class="row ask follow-up" onSubmit={submit}>
      <div class="box">
        <input
          type="text"
          aria-label={say("followUp")}
          placeholder={say("followUp")}
          maxLength={2000}
          value={written.value}
          onInput={({ currentTarget }) => {
            written.value = currentTarget.value;
          }}
        />
      </div>
      <button type="submit">{say("ask")}</button>
    </form>
  );
}
