import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { paletteOpen } from "./keys.tsx";
import { type Parser, parsers } from "./kit/parsers.ts";
import { addressOf, go } from "./kit/place.ts";
import { say } from "./kit/words.ts";
import { VIEWS } from "./views.ts";

const MOST = 12;

interface Goal {
  readonly name: string;
  readonly about: string;
  readonly to: string;
}

/** Goes to a view or a source by a part of its name. */
export const Palette = (): JSX.Element | null => (paletteOpen.value ? <PaletteDialog /> : null);

function PaletteDialog(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const wanted = useSignal("");
  const at = useSignal(0);
  const known = useSignal<readonly Parser[]>([]);
  useEffect(() => {
    dialog.current?.showModal();
    parsers().then(
      (all) => {
        known.value = all;
      },
      // Without the list the views can still be gone to; whoever opens the sources is told why it is missing.
      () => undefined,
    );
  }, []);
  const goals = goalsFor(wanted.value, known.value);
  const choose = (goal: Goal | undefined): void => {
    if (!goal) return;
    dialog.current?.close();
    go(goal.to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && goals.length > 0) {
      event.preventDefault();
      at.value = (at.value + by + goals.length) % goals.length;
    }
    if (event.key === "Enter") {
      event.preventDefault();
      choose(goals[at.value]);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={say("palette")}
      onClose={() => {
        paletteOpen.value = false;
      }}
    >
      <input
        type="text"
        role="combobox"
        aria-label={say("palette")}
        aria-expanded={goals.length > 0}
        aria-controls="palette-goals"
        aria-activedescendant={goals.length > 0 ? `goal-${at.value}` : undefined}
        placeholder={say("paletteHint")}
        value={wanted.value}
        onInput={({ currentTarget }) => {
          wanted.value = currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-goals" role="listbox" aria-label={say("palette")}>
        {goals.map((goal, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the keys.
          <div
            key={goal.to}
            id={`goal-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at.value}
            onClick={() => choose(goal)}
          >
            {goal.name} <span class="faint">{goal.about}</span>
          </div>
        ))}
      </div>
      {goals.length === 0 && <p class="faint">{say("paletteNone")}</p>}
    </dialog>
  );
}

function goalsFor(wanted: string, known: readonly Parser[]): readonly Goal[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const goals = [
    ...VIEWS.map(({ path, word }) => ({ name: say(word), about: "", to: addressOf(path) })),
    ...known.map(({ title, category, path, id }) => ({
      name: title,
      about: `${category}/${id}`,
      to: addressOf(`ui/sources${path}`),
    })),
  ];
  return goals
    .filter(({ name, about }) => words.every((word) => `${name} ${about}`.toLowerCase().includes(word)))
    .slice(0, MOST);
}
