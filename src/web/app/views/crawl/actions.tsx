import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { ask, json } from "../../kit/api.ts";
import { announce } from "../../kit/live.ts";
import { addressOf, go } from "../../kit/place.ts";
import { type Fields, fields, text } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";
import { isCrawl, stateOf } from "./states.ts";

interface Props {
  readonly id: string;
  readonly task: Fields;
  onTask(task: Fields): void;
  onFailure(error: unknown): void;
  /** It was cancelled: follow what it becomes. */
  onCancelled(): void;
}

/** What can be done with a job: pause and resume it, cancel or delete it, order it again. */
export function Actions({ id, task, onTask, onFailure, onCancelled }: Props): JSX.Element {
  const busy = useSignal(false);
  const over = text(task["ended_at"]) !== "";
  const paused = text(task["state"]) === "paused";
  const { q, ...options } = fields(task["request"]);
  const act = async (work: () => Promise<void>): Promise<void> => {
    busy.value = true;
    await work().catch(onFailure);
    busy.value = false;
  };
  const end = async (): Promise<void> => {
    const response = await ask(`/tasks/${id}`, { method: "DELETE" });
    if (response.status === 204) go(addressOf("ui/jobs"));
    else onCancelled();
  };
  const turn = async (): Promise<void> => {
    const answer = await json(`/tasks/${id}/${paused ? "resume" : "pause"}`, { method: "POST" });
    onTask(answer);
    announce(stateOf(answer));
  };
  const repeat = (): void => {
    const words = Object.entries(options).map(([name, value]) => [name, String(value)] as const);
    go(addressOf("ui/crawl", { ...Object.fromEntries(words), url: text(q) }));
  };
  return (
    <>
      {!over && isCrawl(task) && (
        <button type="button" aria-disabled={busy.value} onClick={() => !busy.value && act(turn)}>
          {say(paused ? "resume" : "pause")}
        </button>
      )}
      <button type="button" onClick={() => act(end)}>
        {over ? say("jobForget") : say("jobCancel")}
      </button>
      {over && text(q) && (
        <button type="button" onClick={repeat}>
          {say("jobAgain")}
        </button>
      )}
    </>
  );
}
