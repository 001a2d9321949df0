import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { type Description, typeOf } from "../../kit/openapi.ts";
import { type Fields, fields, list, text, texts } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";

interface Props {
  readonly schema: Fields;
  readonly resolved: Description["resolved"];
}

/** What a value of a JSON Schema has, as a tree: what is deep opens when asked. */
export function SchemaTree({ schema, resolved }: Props): JSX.Element {
  const told = resolved(schema);
  const branches = [...list(told["anyOf"]), ...list(told["oneOf"])].map(fields);
  if (branches.length > 0)
    return (
      <ul class="tree">
        {branches.map((branch, index) => (
          <li key={index}>
            <Opened title={`${say("oneOf")} ${index + 1}`} facts={typeOf(resolved(branch), resolved)}>
              {() => <SchemaTree schema={branch} resolved={resolved} />}
            </Opened>
          </li>
        ))}
      </ul>
    );
  if (text(told["type"]) === "array") return <SchemaTree schema={fields(told["items"])} resolved={resolved} />;
  const properties = Object.entries(fields(told["properties"]));
  if (properties.length === 0) return <p class="faint">{typeOf(told, resolved)}</p>;
  const must = texts(told["required"]);
  return (
    <ul class="tree">
      {properties.map(([name, one]) => (
        <li key={name}>
          <Property name={name} schema={fields(one)} resolved={resolved} required={must.includes(name)} />
        </li>
      ))}
    </ul>
  );
}

function Property(props: Props & { readonly name: string; readonly required: boolean }): JSX.Element {
  const { name, resolved, required } = props;
  const schema = resolved(props.schema);
  const facts = [typeOf(schema, resolved), required && say("required")].filter(Boolean).join(" · ");
  const about = <About schema={schema} />;
  const inner = text(schema["type"]) === "array" ? resolved(fields(schema["items"])) : schema;
  const deep = ["properties", "anyOf", "oneOf"].some((part) => inner[part] !== undefined);
  if (!deep)
    return (
      <>
        <code>{name}</code> <span class="faint">{facts}</span> {about}
      </>
    );
  return (
    <Opened title={name} facts={facts} about={about}>
      {() => <SchemaTree schema={inner} resolved={resolved} />}
    </Opened>
  );
}

/** What a schema says of its value: the sentence, the choices, the default. */
export function About({ schema }: { readonly schema: Fields }): JSX.Element {
  const choices = list(schema["enum"]).map(String);
  const fixed = schema["default"];
  return (
    <span lang="en">
      {text(schema["description"])}
      {choices.length > 0 && <code class="choices"> {choices.join(" | ")}</code>}
      {fixed !== undefined && <code> = {JSON.stringify(fixed)}</code>}
    </span>
  );
}

interface OpenedProps {
  readonly title: string;
  readonly facts: string;
  readonly about?: JSX.Element;
  children(): ComponentChildren;
}

/** Something that is drawn once it is opened. */
function Opened({ title, facts, about, children }: OpenedProps): JSX.Element {
  const open = useSignal(false);
  return (
    <details
      onToggle={({ currentTarget }) => {
        open.value = currentTarget.open;
      }}
    >
      <summary>
        <code>{title}</code> <span class="faint">{facts}</span> {about}
      </summary>
      {open.value && children()}
    </details>
  );
}
