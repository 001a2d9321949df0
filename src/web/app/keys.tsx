import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { stop } from "./kit/running.ts";
import { say } from "./kit/words.ts";

const helpOpen = signal(false);
export const paletteOpen = signal(false);

const KEYS = [
  ["/", "keySlash"],
  ["Esc", "keyEscape"],
  ["j k", "keyMove"],
  ["Ctrl K", "keyPalette"],
  ["?", "keyHelp"],
] as const;

const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");

/** The next or previous of what a view lists, by its first link. */
function step(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[Math.max(0, at + by)];
  next?.querySelector("a")?.focus();
}

addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    paletteOpen.value = true;
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Escape" && !event.defaultPrevented) stop();
  if (writes(target)) return;
  if (key === "/") {
    event.preventDefault();
    const box = document.querySelector<HTMLInputElement>("main input[type=search], main input[type=url]");
    box?.focus();
    box?.select();
  }
  if (key === "?") helpOpen.value = true;
  if (key === "j") step(1);
  if (key === "k") step(-1);
});

/** The list of keys, as a dialog while it is open. */
export const KeysHelp = (): JSX.Element | null => (helpOpen.value ? <KeysDialog /> : null);

function KeysDialog(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="keys-title"
      onClose={() => {
        helpOpen.value = false;
      }}
    >
      <h2 id="keys-title">{say("keysTitle")}</h2>
      <dl class="keys">
        {KEYS.map(([keys, word]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{say(word)}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">{say("close")}</button>
      </form>
    </dialog>
  );
}
