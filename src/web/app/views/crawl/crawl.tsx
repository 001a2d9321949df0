import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { json } from "../../kit/api.ts";
import { Failure } from "../../kit/failure.tsx";
import { addressOf, change, go, place } from "../../kit/place.ts";
import { SchemaFields } from "../../kit/schema-form.tsx";
import { text } from "../../kit/shape.ts";
import { UrlForm } from "../../kit/url-form.tsx";
import { say } from "../../kit/words.ts";
import { AsCode } from "../sources/as-code.tsx";

/** What of a crawl's parameters people choose here; all are in the documentation. */
const OPTIONS = {
  properties: {
    limit: { type: "integer", minimum: 1, maximum: 20_000, default: 50 },
    max_depth: { type: "integer", minimum: 0, maximum: 100, default: 5 },
    select_paths: { type: "string" },
    exclude_paths: { type: "string" },
    content_format: { enum: ["markdown", "text"], default: "markdown" },
    timeout: { type: "integer", minimum: 1, maximum: 3600 },
  },
};

/** Starts a crawl in the background, and goes to where it can be followed. */
export function Crawl(): JSX.Element {
  const { query } = place.value;
  const url = query.get("url") ?? "";
  const names = Object.keys(OPTIONS.properties);
  const values = Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? ""]] : [])));
  const busy = useSignal(false);
  const failure = useSignal<unknown>(undefined);
  const start = async (wanted: string): Promise<void> => {
    busy.value = true;
    failure.value = undefined;
    try {
      const asked = new URLSearchParams({ content_format: "markdown", ...values, q: wanted, async: "true" });
      const task = await json(`/crawl?${asked}`);
      go(addressOf(`ui/jobs/${text(task["task_id"])}`));
    } catch (error) {
      failure.value = error;
    } finally {
      busy.value = false;
    }
  };
  useEffect(() => {
    failure.value = undefined;
  }, [url]);
  return (
    <>
      <h1>{say("crawlTitle")}</h1>
      <UrlForm label={say("siteAddress")} value={url} action={say("crawlStart")} busy={false} onAsk={start}>
        <SchemaFields
          schema={OPTIONS}
          values={values}
          onChange={(name, value) => change({ [name]: value }, { replace: true })}
        />
      </UrlForm>
      {busy.value && <p class="faint">{say("loading")}</p>}
      {failure.value !== undefined && <Failure error={failure.value} />}
      <p class="empty">{say("crawlEmpty")}</p>
      <AsCode path="/crawl" query={{ q: url || "https://example.org/", ...values, async: "true" }} />
    </>
  );
}
