import type { JSX } from "preact";
import { type Fields, fields, list, text, texts } from "./shape.ts";

interface Props {
  /** JSON Schema of the parameters. */
  readonly schema: Fields;
  readonly values: Readonly<Record<string, string>>;
  onChange(name: string, value: string): void;
}

/** A field for each parameter of a JSON Schema: choices as lists, numbers as numbers, with what the schema says of them. */
export function SchemaFields({ schema, values, onChange }: Props): JSX.Element {
  const properties = Object.entries(fields(schema["properties"]));
  return (
    <div class="fields">
      {properties.map(([name, described]) => (
        <Field
          key={name}
          name={name}
          schema={fields(described)}
          required={texts(schema["required"]).includes(name)}
          value={values[name] ?? ""}
          onChange={(value) => onChange(name, value)}
        />
      ))}
    </div>
  );
}

interface FieldProps {
  readonly name: string;
  readonly schema: Fields;
  readonly required: boolean;
  readonly value: string;
  onChange(value: string): void;
}

function Field({ name, schema, required, value, onChange }: FieldProps): JSX.Element {
  const id = `field-${name}`;
  const choices = choicesOf(schema);
  const described = [
    text(schema["description"]),
    schema["default"] === undefined ? "" : `= ${JSON.stringify(schema["default"])}`,
  ]
    .filter(Boolean)
    .join(" · ");
  const shared = { id, name, required, "aria-describedby": `${id}-about` };
  return (
    <div>
      <label for={id}>{name}</label>
      {choices.length > 0 ? (
        <select {...shared} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          <option value="">—</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <Input shared={shared} schema={schema} value={value} onChange={onChange} />
      )}
      <span class="faint" id={`${id}-about`}>
        {described}
      </span>
    </div>
  );
}

interface InputProps {
  readonly shared: {
    readonly id: string;
    readonly name: string;
    readonly required: boolean;
    readonly "aria-describedby": string;
  };
  readonly schema: Fields;
  readonly value: string;
  onChange(value: string): void;
}

function Input({ shared, schema, value, onChange }: InputProps): JSX.Element {
  const kind = text(schema["type"]);
  const placeholder = String(list(schema["examples"])[0] ?? "");
  if (kind !== "integer" && kind !== "number")
    return (
      <input
        {...shared}
        type="text"
        placeholder={placeholder}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return (
    <input
      {...shared}
      type="number"
      step={kind === "number" ? "any" : "1"}
      min={boundOf(schema["minimum"])}
      max={boundOf(schema["maximum"])}
      placeholder={placeholder}
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

const boundOf = (value: unknown): number | undefined =>
  typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;

function choicesOf(schema: Fields): readonly string[] {
  if (text(schema["type"]) === "boolean") return ["true", "false"];
  return list(schema["enum"]).map(String);
}
