import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

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
  return <div class="prose" dangerouslySetInnerHTML={{ __html: html.value }} />;
}
