import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { AttemptButtons, useAttempt } from "../../kit/attempt.tsx";
import { Failure } from "../../kit/failure.tsx";
import { duration } from "../../kit/said.ts";
import { SchemaFields } from "../../kit/schema-form.tsx";
import { type Fields, fields, text } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";
import { call, type Tool } from "./protocol.ts";

const CHARS_PER_TOKEN = 4;

/** A form for a tool's arguments, and what the agent would read. */
export function ToolForm({ tool }: { readonly tool: Tool }): JSX.Element {
  const values = useSignal<Readonly<Record<string, string>>>({});
  const attempt = useAttempt((signal) => call(tool.name, argumentsOf(tool.schema, values.value), signal));
  const came = attempt.came.value;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void attempt.run();
      }}
    >
      <SchemaFields
        schema={tool.schema}
        values={values.value}
        onChange={(name, value) => {
          values.value = { ...values.value, [name]: value };
        }}
      />
      <div class="row">
        <AttemptButtons attempt={attempt} label={say("tryIt")} submits />
      </div>
      {attempt.failure.value !== undefined && <Failure error={attempt.failure.value} />}
      {came && (
        <section aria-label={say("answer")} class={came.value.failed ? "failure" : ""}>
          <p class="summary">
            {duration(came.ms)} · {say("tokens", { n: Math.ceil(came.value.text.length / CHARS_PER_TOKEN) })}
          </p>
          <pre tabIndex={0} dir="auto">
            {came.value.text}
          </pre>
        </section>
      )}
    </form>
  );
}

/** What was written as the schema's types; what was left empty is not given. A list has its entries between commas. */
function argumentsOf(schema: Fields, values: Readonly<Record<string, string>>): Fields {
  const properties = fields(schema["properties"]);
  const given = Object.entries(values).filter(([, value]) => value.trim() !== "");
  return Object.fromEntries(given.map(([name, value]) => [name, typed(text(fields(properties[name])["type"]), value)]));
}

function typed(type: string, value: string): unknown {
  if (type === "integer" || type === "number") return Number(value);
  if (type === "boolean") return value === "true";
  if (type !== "array" && type !== "object") return value;
  try {
    return JSON.parse(value);
  } catch {
    return type === "array" ? value.split(",").map((entry) => entry.trim()) : value;
  }
}
