import type { JSX } from "preact";
import { Refused } from "./api.ts";
import { say } from "./words.ts";

/** Why something failed, in the service's own sentence, and a way to try again. */
export function Failure(props: { readonly error: unknown; readonly again?: () => void }): JSX.Element {
  const { error, again } = props;
  const id = error instanceof Refused ? error.requestId : "";
  return (
    <div class="failure" role="alert">
      <p>{error instanceof Error ? error.message : String(error)}</p>
      {id && <p class="faint">{say("requestId", { id })}</p>}
      {again && (
        <button type="button" onClick={again}>
          {say("again")}
        </button>
      )}
    </div>
  );
}
