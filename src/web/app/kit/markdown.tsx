import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

/** Characters whose place is kept. */
const MOST_WAITING = 5_000;

/** Markdown of a stranger's page as a person reads it: no markup of its own, no scripts' addresses, no pictures. */
export function Markdown({ text }: { readonly text: string }): JSX.Element {
  const html = useSignal("");
  useEffect(() => {
    let wanted = true;
    import("./markdown-it.ts").then(({ render }) => {
      if (wanted) html.value = render(text);
    });
    return () => {
      wanted = false;
    };
  }, [text]);
  // What reads it is being loaded: its place is kept, so that what is below is not moved.
  if (html.value === "")
    return (
      <div key="waiting" class="prose waiting">
        {text.slice(0, MOST_WAITING)}
      </div>
    );
  return <div key="read" class="prose" dangerouslySetInnerHTML={{ __html: html.value }} />;
}
