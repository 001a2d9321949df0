import type { JSX } from "preact";
import { Failure } from "../../kit/failure.tsx";
import { Link } from "../../kit/link.tsx";
import { addressOf, place } from "../../kit/place.ts";
import { count, duration } from "../../kit/said.ts";
import { type Fields, fields, list, number, text } from "../../kit/shape.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import { say } from "../../kit/words.ts";
import { timeOf } from "./asked.ts";
import { OneRequest } from "./request.tsx";

const REFRESH_MS = 3_000;

/** The last requests, or one of them. */
export function Requests(): JSX.Element {
  const [, , id] = place.value.path.split("/");
  return id ? <OneRequest key={id} id={id} /> : <RequestList />;
}

function RequestList(): JSX.Element {
  const { answer, failure, again } = useAnswer("/requests", REFRESH_MS);
  const items = list(answer.value?.["items"]).map(fields);
  return (
    <>
      <h1>{say("requests")}</h1>
      {failure.value !== undefined && <Failure error={failure.value} again={again} />}
      {answer.value?.["kept"] === 0 && (
        <p class="empty">
          {say("requestsOff")} <code>REQUEST_LOG=100</code>
        </p>
      )}
      {answer.value && answer.value["kept"] !== 0 && items.length === 0 && <p class="empty">{say("requestsEmpty")}</p>}
      {items.length > 0 && (
        <section class="scroll" aria-label={say("requests")} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say("time")}</th>
                <th scope="col">{say("what")}</th>
                <th scope="col">{say("asked")}</th>
                <th scope="col">{say("face")}</th>
                <th scope="col">{say("keyTitle")}</th>
                <th scope="col">{say("state")}</th>
                <th scope="col" class="number">
                  {say("took")}
                </th>
                <th scope="col">{say("cache")}</th>
                <th scope="col" class="number">
                  {say("engines")}
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <Row key={text(item["id"])} item={item} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

function Row({ item }: { readonly item: Fields }): JSX.Element {
  const status = number(item["status"]) ?? 0;
  return (
    <tr class={status >= 400 ? "bad" : ""} data-row>
      <td>{timeOf(item["at"])}</td>
      <th scope="row">
        <Link to={addressOf(`ui/requests/${encodeURIComponent(text(item["id"]))}`)}>
          {text(item["method"])} {text(item["path"])}
        </Link>
      </th>
      <td dir="auto">{text(item["q"]) || "—"}</td>
      <td>{text(item["face"])}</td>
      <td>{text(item["key"]) || "—"}</td>
      <td class="state">
        {status} {text(item["outcome"])}
      </td>
      <td class="number">{duration(number(item["ms"]) ?? 0)}</td>
      <td>{text(item["cache"]) || "—"}</td>
      <td class="number">{count(number(item["engines"]) ?? 0)}</td>
    </tr>
  );
}
