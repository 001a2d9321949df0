import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { address, ask, key } from "../../kit/api.ts";
import { examplesOf } from "../../kit/code.ts";
import { CopyButton } from "../../kit/copy.tsx";
import { Failure } from "../../kit/failure.tsx";
import { type Description, type Operation, sampleOf } from "../../kit/openapi.ts";
import { stop } from "../../kit/running.ts";
import { SchemaFields } from "../../kit/schema-form.tsx";
import { list } from "../../kit/shape.ts";
import { useRun } from "../../kit/use-run.ts";
import { say } from "../../kit/words.ts";

const MOST_SHOWN = 200_000;

interface Props {
  readonly operation: Operation;
  readonly resolved: Description["resolved"];
}

/** A form that sends the operation, and what was answered. */
export function TryIt({ operation, resolved }: Props): JSX.Element {
  const { method, path, parameters, body } = operation;
  const asked = parameters.filter(({ where }) => where === "query" || where === "path");
  const values = useSignal<Readonly<Record<string, string>>>(
    Object.fromEntries(
      asked.flatMap(({ name, required, schema }) => {
        const [example] = list(schema["examples"]);
        return required && example !== undefined ? [[name, String(example)]] : [];
      }),
    ),
  );
  const json = body?.type === "application/json";
  const written = useSignal(json ? JSON.stringify(sampleOf(body.schema, resolved), null, 2) : "");
  const wanted = useSignal(0);
  const answer = useSignal("");
  const given = Object.fromEntries(Object.entries(values.value).filter(([, value]) => value !== ""));
  const inPath = asked.filter(({ where }) => where === "path").map(({ name }) => name);
  const filled = inPath.reduce((all, name) => all.replace(`{${name}}`, encodeURIComponent(given[name] ?? "")), path);
  const query = Object.fromEntries(Object.entries(given).filter(([name]) => !inPath.includes(name)));
  const run = useRun(wanted.value === 0 ? "" : String(wanted.value), async (signal) => {
    answer.value = "";
    const words = new URLSearchParams(query).toString();
    const read: unknown = json ? JSON.parse(written.value) : undefined;
    const response = await ask(`${filled}${words && `?${words}`}`, {
      method,
      signal,
      ...(read !== undefined && { body: read }),
    });
    answer.value = `${response.status} ${response.headers.get("content-type") ?? ""}\n\n${indented(await response.text())}`;
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    wanted.value += 1;
  };
  const schema = {
    properties: Object.fromEntries(asked.map((one) => [one.name, one.schema])),
    required: asked.filter(({ required }) => required).map(({ name }) => name),
  };
  return (
    <section class="no-print">
      <h2>{say("tryIt")}</h2>
      {key.value === "" && document.documentElement.dataset["keys"] === "true" && <p class="faint">{say("keyHint")}</p>}
      <form class="ask-source" onSubmit={submit}>
        <SchemaFields
          schema={schema}
          values={values.value}
          onChange={(name, value) => {
            values.value = { ...values.value, [name]: value };
          }}
        />
        {json && (
          <label>
            {say("requestBody")}
            <textarea
              rows={8}
              spellcheck={false}
              value={written.value}
              onInput={({ currentTarget }) => {
                written.value = currentTarget.value;
              }}
            />
          </label>
        )}
        <div class="row">
          <button type="submit" class="main">
            {say("ask")}
          </button>
          {run.busy.value && (
            <button type="button" onClick={stop}>
              {say("stop")}
            </button>
          )}
        </div>
      </form>
      {run.failure.value !== undefined && <Failure error={run.failure.value} />}
      {answer.value !== "" && (
        <section aria-label={say("answer")}>
          <CopyButton text={() => answer.value} />
          <pre tabIndex={0}>{answer.value.slice(0, MOST_SHOWN)}</pre>
        </section>
      )}
      {method === "GET" && <pre tabIndex={0}>{curlOf(filled, query)}</pre>}
    </section>
  );
}

function curlOf(path: string, query: Readonly<Record<string, string>>): string {
  const root = `${location.origin}${address("/")}`;
  return examplesOf({ root, path, query, keyed: key.value !== "" }).find(({ id }) => id === "curl")?.code ?? "";
}

function indented(answer: string): string {
  try {
    return JSON.stringify(JSON.parse(answer), null, 2);
  } catch {
    return answer;
  }
}
