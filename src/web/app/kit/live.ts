import { signal } from "@preact/signals";

/** What a screen reader says next: counts and ends, not each row. */
export const live = signal("");

export function announce(sentence: string): void {
  live.value = sentence;
}
