import type { JSX } from "preact";
import { Link } from "../../kit/link.tsx";
import { Markdown } from "../../kit/markdown.tsx";
import { type Description, type Operation, type Parameter, sampleOf, typeOf } from "../../kit/openapi.ts";
import { addressOf } from "../../kit/place.ts";
import { list } from "../../kit/shape.ts";
import { useSubject } from "../../kit/title.ts";
import { say } from "../../kit/words.ts";
import { About, SchemaTree } from "./schema.tsx";
import { TryIt } from "./try-it.tsx";

interface Props {
  readonly operation: Operation;
  readonly told: Description;
}

/** Views of the console that ask an operation with a form of its own. */
const VIEWS: Readonly<Record<string, string>> = {
  "GET /search": "ui/search",
  "GET /extract": "ui/extract",
  "GET /crawl": "ui/crawl",
  "POST /research": "ui/research",
  "GET /health": "ui/health",
};

/** One operation: what it is for, its parameters, its body, its answers, and a form to try it with. */
export function OperationView({ operation, told }: Props): JSX.Element {
  const { method, path, tag, title, about, parameters, body, answers } = operation;
  const { resolved } = told;
  useSubject(`${method} ${path}`);
  const view = viewOf(operation, told);
  return (
    <>
      <p class="faint">
        <Link to={addressOf("docs")}>{say("documentation")}</Link> ›{" "}
        <Link to={addressOf("docs", { q: tag })}>{tag}</Link>
      </p>
      <h1 lang="en">{title}</h1>
      <p>
        <code class="route">
          {method} {path}
        </code>
      </p>
      <div lang="en">
        <Markdown text={about} />
      </div>
      {view && (
        <p>
          <Link to={addressOf(view)}>{say("tryThere")}</Link>
        </p>
      )}
      {parameters.length > 0 && <Parameters parameters={parameters} resolved={resolved} />}
      {body && (
        <section>
          <h2>{say("requestBody")}</h2>
          <p class="faint">{body.type}</p>
          <SchemaTree schema={body.schema} resolved={resolved} />
          <h3>{say("example")}</h3>
          <pre tabIndex={0}>{JSON.stringify(sampleOf(body.schema, resolved), null, 2)}</pre>
        </section>
      )}
      <section>
        <h2>{say("answers")}</h2>
        {answers.map(({ status, about: what, content }) => (
          <section key={status}>
            <h3>
              {status} <span lang="en">{what}</span>
            </h3>
            {content.map(([type, schema]) => (
              <div key={type}>
                <p class="faint">{type}</p>
                <SchemaTree schema={schema} resolved={resolved} />
              </div>
            ))}
          </section>
        ))}
      </section>
      {!view && <TryIt operation={operation} resolved={resolved} />}
    </>
  );
}

/** Where the console asks the same with a form made for it. */
function viewOf({ method, path, tag }: Operation, { tags }: Description): string | undefined {
  const [, category, id] = path.split("/");
  if (category === tag && id && !path.includes("{") && tags.some(({ name }) => name === tag))
    return `ui/sources${path}`;
  if (tag === "analyses" && !path.endsWith("/llm")) return `ui/analyses${path}`;
  return VIEWS[`${method} ${path}`];
}

function Parameters(props: {
  readonly parameters: readonly Parameter[];
  readonly resolved: Description["resolved"];
}): JSX.Element {
  return (
    <section>
      <h2>{say("parameters")}</h2>
      <section class="scroll" aria-label={say("parameters")} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say("name")}</th>
              <th scope="col">{say("type")}</th>
              <th scope="col">{say("description")}</th>
              <th scope="col">{say("example")}</th>
            </tr>
          </thead>
          <tbody>
            {props.parameters.map(({ name, where, required, schema }) => (
              <tr key={`${where} ${name}`}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>
                  {typeOf(props.resolved(schema), props.resolved)}
                  <br />
                  <span class="faint">{[where, required && say("required")].filter(Boolean).join(" · ")}</span>
                </td>
                <td>
                  <About schema={props.resolved(schema)} />
                </td>
                <td>{list(schema["examples"]).length > 0 && <code>{String(list(schema["examples"])[0])}</code>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
