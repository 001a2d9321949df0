import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { PauseButton } from "./pause.tsx";
import { stop } from "./running.ts";
import { say } from "./words.ts";

interface Props {
  readonly label: string;
  readonly value: string;
  readonly action: string;
  readonly busy: boolean;
  /** It is a stream, which can be paused. */
  readonly pausable?: boolean;
  readonly placeholder?: string;
  readonly children?: ComponentChildren;
  onAsk(value: string): void;
}

/** A field with what is asked for, its button, and “Stop” while it runs. */
export function UrlForm(props: Props): JSX.Element {
  const written = useSignal(props.value);
  // Before the browser takes the next key: what is typed at once is not overwritten.
  useLayoutEffect(() => {
    written.value = props.value;
  }, [props.value]);
  return (
    <form
      class="ask-view"
      onSubmit={(event) => {
        event.preventDefault();
        if (written.value.trim()) props.onAsk(written.value.trim());
      }}
    >
      <div class="row ask">
        <div class="box">
          <input
            type="search"
            aria-label={props.label}
            placeholder={props.placeholder ?? "https://example.org/"}
            autocomplete="off"
            maxLength={2000}
            required
            value={written.value}
            onInput={({ currentTarget }) => {
              written.value = currentTarget.value;
            }}
          />
        </div>
        <button type="submit" class="main">
          {props.action}
        </button>
        {props.busy && (
          <button type="button" onClick={stop}>
            {say("stop")}
          </button>
        )}
        {props.busy && props.pausable && <PauseButton />}
      </div>
      {props.children}
    </form>
  );
}
