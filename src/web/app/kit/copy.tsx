import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { announce } from "./live.ts";
import { say } from "./words.ts";

/** How long the button says that it has copied. */
const TOLD_MS = 2000;

export function CopyButton(props: { readonly text: () => string; readonly label?: string }): JSX.Element {
  const done = useSignal(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(props.text());
    done.value = true;
    announce(say("copied"));
    setTimeout(() => {
      done.value = false;
    }, TOLD_MS);
  };
  return (
    <button type="button" class="quiet" onClick={copy}>
      {done.value ? say("copied") : (props.label ?? say("copy"))}
    </button>
  );
}

/** Gives the browser a file to keep. */
export const download = (name: string, type: string, body: string): void => keep(name, new Blob([body], { type }));

export function keep(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
