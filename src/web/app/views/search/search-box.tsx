import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { json } from "../../kit/api.ts";
import { PauseButton } from "../../kit/pause.tsx";
import { running, stop } from "../../kit/running.ts";
import { texts } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";

/** How long a pause in the typing is, after which suggestions are asked for. */
const PAUSE_MS = 150;

interface Props {
  readonly asked: string;
  readonly busy: boolean;
  onAsk(words: string): void;
}

/** The search box, with the suggestions of all engines below it. */
export function SearchBox({ asked, busy, onAsk }: Props): JSX.Element {
  const words = useSignal(asked);
  const typed = useSignal("");
  const offers = useSignal<readonly string[]>([]);
  const at = useSignal(-1);
  const box = useRef<HTMLInputElement>(null);
  // Before the browser takes the next key: what is typed at once is not overwritten.
  useLayoutEffect(() => {
    words.value = asked;
    typed.value = "";
    offers.value = [];
  }, [asked]);
  useEffect(() => {
    offers.value = [];
    at.value = -1;
    if (typed.value.trim().length < 2) return;
    const mine = new AbortController();
    const timer = setTimeout(() => {
      json(`/suggestions?${new URLSearchParams({ q: typed.value })}`, { signal: mine.signal }).then(
        (answer) => {
          offers.value = texts(answer["suggestions"]).slice(0, 8);
        },
        // Suggestions are a help: without them the box is as good as before.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      mine.abort();
    };
  }, [typed.value]);

  const choose = (chosen: string): void => {
    typed.value = "";
    offers.value = [];
    words.value = chosen;
    if (chosen.trim()) onAsk(chosen.trim());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { value } = offers;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && value.length > 0) {
      event.preventDefault();
      at.value = ((at.value + 1 + by + value.length + 1) % (value.length + 1)) - 1;
      words.value = value[at.value] ?? typed.value;
    }
    if (event.key === "Escape" && value.length > 0) {
      event.preventDefault();
      words.value = typed.value;
      offers.value = [];
    }
  };
  return (
    <search>
      <form
        class="row ask"
        onSubmit={(event) => {
          event.preventDefault();
          choose(words.value);
        }}
      >
        <div class="box">
          <input
            ref={box}
            type="search"
            name="q"
            aria-label={say("search")}
            placeholder={say("searchPlaceholder")}
            autocomplete="off"
            autofocus={asked === ""}
            maxLength={2000}
            aria-controls="suggestions"
            aria-activedescendant={at.value >= 0 ? `suggestion-${at.value}` : undefined}
            aria-autocomplete="list"
            value={words.value}
            onInput={({ currentTarget }) => {
              words.value = currentTarget.value;
              typed.value = currentTarget.value;
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              offers.value = [];
            }}
          />
          <div id="suggestions" role="listbox" aria-label={say("suggestions")} hidden={offers.value.length === 0}>
            {offers.value.map((offer, index) => (
              <div
                key={offer}
                id={`suggestion-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at.value}
                onMouseDown={(event) => {
                  event.preventDefault();
                  choose(offer);
                }}
              >
                {offer}
              </div>
            ))}
          </div>
        </div>
        <button type="submit" class="main">
          {say("search")}
        </button>
        {busy && running.value && (
          <button
            type="button"
            onClick={() => {
              stop();
              box.current?.focus();
            }}
          >
            {say("stop")}
          </button>
        )}
        {busy && running.value && <PauseButton />}
      </form>
    </search>
  );
}
