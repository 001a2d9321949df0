import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** What the present view is about: it stands first in the title of the tab. */
export const subject = signal("");

export function useSubject(about: string): void {
  useEffect(() => {
    subject.value = about;
    return () => {
      subject.value = "";
    };
  }, [about]);
}
