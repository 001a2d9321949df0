import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { put } from "../../kit/api.ts";
import { CopyButton } from "../../kit/copy.tsx";
import { Failure } from "../../kit/failure.tsx";
import { bytes, day } from "../../kit/said.ts";
import { type Fields, fields, text } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";
import { tokensOf } from "../sources/as-code.tsx";

/** Reads a file of one's own, as pages are read: it is sent to the service and kept nowhere. */
export function OwnFile(): JSX.Element {
  const file = useSignal<File | undefined>(undefined);
  const read = useSignal<Fields | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  const busy = useSignal(false);
  const send = async (chosen: File): Promise<void> => {
    file.value = chosen;
    read.value = undefined;
    failed.value = undefined;
    busy.value = true;
    try {
      read.value = await put("/openwebui/process", chosen);
    } catch (error) {
      failed.value = error;
    } finally {
      busy.value = false;
    }
  };
  const content = text(read.value?.["page_content"]);
  const facts = fields(read.value?.["metadata"]);
  return (
    <section aria-label={say("ownFile")}>
      <label>
        {say("ownFile")}{" "}
        <input
          type="file"
          accept=".pdf,.html,.htm,.txt,.md,.csv,.json,.xml"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) void send(chosen);
          }}
        />
      </label>
      {busy.value && <p class="faint">{say("loading")}</p>}
      {failed.value !== undefined && <Failure error={failed.value} />}
      {read.value && (
        <>
          <h2 dir="auto">{text(facts["title"]) || file.value?.name}</h2>
          <p class="summary">
            {[
              text(facts["author"]),
              day(text(facts["published_date"])),
              bytes(file.value?.size ?? 0),
              say("pageWords", { n: content.split(/\s+/).filter(Boolean).length }),
              say("tokens", { n: tokensOf(content) }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
          <CopyButton text={() => content} />
          <pre tabIndex={0} dir="auto">
            {content}
          </pre>
        </>
      )}
    </section>
  );
}
