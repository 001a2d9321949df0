import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { json } from "../../kit/api.ts";
import { Tree } from "../../kit/data.tsx";
import { Failure } from "../../kit/failure.tsx";
import type { Fields } from "../../kit/shape.ts";
import { useRun } from "../../kit/use-run.ts";
import { say } from "../../kit/words.ts";

/** What a job came to that is no crawl: the answer of its route. */
export function UnitResult({ id }: { readonly id: string }): JSX.Element {
  const answer = useSignal<Fields | undefined>(undefined);
  const run = useRun(id, async (signal) => {
    answer.value = await json(`/tasks/${id}/results`, { signal });
  });
  if (run.failure.value !== undefined) return <Failure error={run.failure.value} again={run.again} />;
  return answer.value ? <Tree value={answer.value} /> : <p class="faint">{say("loading")}</p>;
}
