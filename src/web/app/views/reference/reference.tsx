import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { address } from "../../kit/api.ts";
import { Failure } from "../../kit/failure.tsx";
import { Link } from "../../kit/link.tsx";
import { Markdown } from "../../kit/markdown.tsx";
import { type Description, description, type Operation } from "../../kit/openapi.ts";
import { addressOf, change, place } from "../../kit/place.ts";
import { say } from "../../kit/words.ts";
import { OperationView } from "./operation.tsx";

/** The interface as `/openapi.json` describes it: all operations by tag, to be found by words; or one of them. */
export function Reference(): JSX.Element {
  const known = useSignal<Description | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  const run = useSignal(0);
  useEffect(() => {
    failed.value = undefined;
    description().then(
      (told) => {
        known.value = told;
      },
      (error: unknown) => {
        failed.value = error;
      },
    );
  }, [run.value]);
  const id = place.value.path.split("/")[1];
  if (failed.value !== undefined)
    return (
      <>
        <h1>{say("documentation")}</h1>
        <Failure
          error={failed.value}
          again={() => {
            run.value += 1;
          }}
        />
      </>
    );
  if (!known.value)
    return (
      <>
        <h1>{say("documentation")}</h1>
        <p class="faint">{say("loading")}</p>
      </>
    );
  const operation = known.value.operations.find((one) => one.id === id);
  if (operation) return <OperationView key={operation.id} operation={operation} told={known.value} />;
  return <Operations told={known.value} unknown={id} />;
}

interface ListProps {
  readonly told: Description;
  /** An operation that was asked for and is not there. */
  readonly unknown: string | undefined;
}

function Operations({ told, unknown }: ListProps): JSX.Element {
  const q = place.value.query.get("q") ?? "";
  const found = told.operations.filter((operation) => says(operation, q));
  const groups = told.tags
    .map((tag) => ({ ...tag, operations: found.filter((operation) => operation.tag === tag.name) }))
    .filter(({ operations }) => operations.length > 0);
  return (
    <>
      <h1>{say("documentation")}</h1>
      {unknown && <p role="alert">{say("operationUnknown", { id: unknown })}</p>}
      <div lang="en">
        <Markdown text={told.about} />
      </div>
      <p>
        Tributary {told.version} · <a href={address("/openapi.json")}>OpenAPI 3.1</a>
      </p>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <input
          type="search"
          aria-label={say("operationFind")}
          placeholder={say("operationFind")}
          value={q}
          onInput={({ currentTarget }) => change({ q: currentTarget.value }, { replace: true })}
        />
      </form>
      <p class="summary" role="status">
        {say("operations", { n: found.length })}
      </p>
      {groups.map(({ name, about, operations }, index) => (
        <Group key={name} name={name} about={about} operations={operations} open={q !== "" || index === 0} />
      ))}
    </>
  );
}

const says = ({ method, path, title, tag, about }: Operation, words: string): boolean => {
  const said = `${method} ${path} ${title} ${tag} ${about}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
};

interface GroupProps {
  readonly name: string;
  readonly about: string;
  readonly operations: readonly Operation[];
  readonly open: boolean;
}

function Group({ name, about, operations, open }: GroupProps): JSX.Element {
  const shown = useSignal(open);
  useEffect(() => {
    shown.value = open;
  }, [open]);
  return (
    <details
      class="operations"
      open={shown.value}
      onToggle={({ currentTarget }) => {
        shown.value = currentTarget.open;
      }}
    >
      <summary>
        <h2>{name}</h2> <span class="faint">({operations.length})</span> <span lang="en">{about}</span>
      </summary>
      {shown.value && (
        <ul lang="en">
          {operations.map((operation) => (
            <li key={operation.id} data-row>
              <Link to={addressOf(`docs/${operation.id}`)}>
                <code>
                  {operation.method} {operation.path}
                </code>
              </Link>{" "}
              {operation.title}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
