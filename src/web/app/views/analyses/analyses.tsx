import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { json, key } from "../../kit/api.ts";
import { Failure } from "../../kit/failure.tsx";
import { Link } from "../../kit/link.tsx";
import { addressOf, place } from "../../kit/place.ts";
import { type Fields, fields, list, text } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";
import { Analysis } from "./analysis.tsx";

/** All analyses, or one of them. */
export function Analyses(): JSX.Element {
  const known = useSignal<readonly Fields[] | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  const run = useSignal(0);
  useEffect(() => {
    failed.value = undefined;
    json("/analyses").then(
      ({ items }) => {
        known.value = list(items).map(fields);
      },
      (error: unknown) => {
        failed.value = error;
      },
    );
  }, [run.value, key.value]);
  if (failed.value !== undefined)
    return (
      <Failure
        error={failed.value}
        again={() => {
          run.value += 1;
        }}
      />
    );
  if (!known.value) return <p class="faint">{say("loading")}</p>;
  const path = place.value.path.slice("ui/analyses".length);
  if (path) {
    const chosen = known.value.find((analysis) => text(analysis["path"]) === path);
    return chosen ? <Analysis key={path} analysis={chosen} /> : <p class="empty">{say("notFound")}</p>;
  }
  return (
    <>
      <h1>{say("analyses")}</h1>
      <ul class="cards" aria-label={say("analyses")}>
        {known.value.map((analysis) => (
          <li key={text(analysis["path"])} data-row>
            <Link to={addressOf(`ui/analyses${text(analysis["path"])}`)}>{text(analysis["title"])}</Link>{" "}
            <span class="faint">{text(analysis["path"]).slice(1)}</span>
            <p class="faint">{text(analysis["describe"])}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
