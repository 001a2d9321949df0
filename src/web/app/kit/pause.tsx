import type { JSX } from "preact";
import { paused } from "./running.ts";
import { say } from "./words.ts";

/** Holds what a stream brings until it is wanted: the service sends no more than is read. */
export const PauseButton = (): JSX.Element => (
  <button
    type="button"
    onClick={() => {
      paused.value = !paused.value;
    }}
  >
    {say(paused.value ? "resume" : "pause")}
  </button>
);
