import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { ask, json } from "../../kit/api.ts";
import { Failure } from "../../kit/failure.tsx";
import { Link } from "../../kit/link.tsx";
import { addressOf, go } from "../../kit/place.ts";
import { moment } from "../../kit/said.ts";
import { type Fields, fields, list, text, texts } from "../../kit/shape.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import { say } from "../../kit/words.ts";
import { Table } from "../setup/setup.tsx";
import { changesOf } from "./change-words.ts";

const REFRESH_MS = 10_000;
const SPANS = [
  ["0 * * * *", "everyHour"],
  ["0 6 * * *", "everyDay"],
  ["0 6 * * 1", "everyWeek"],
] as const;
/** What a monitor's checks are asked for at: monitors have a table of their own. */
const CHECKS = "/v2/monitor/check";

/** Pages that are looked at again and again for what changes in them, and other requests on a schedule. */
export function Watched(): JSX.Element {
  const monitors = useAnswer("/v2/monitor?limit=100", REFRESH_MS);
  const schedules = useAnswer("/schedules", REFRESH_MS);
  const watched = list(monitors.answer.value?.["data"]).map(fields);
  const others = list(schedules.answer.value?.["items"])
    .map(fields)
    .filter((item) => text(item["path"]) !== CHECKS);
  const failure = monitors.failure.value ?? schedules.failure.value;
  return (
    <>
      <h2>{say("watched")}</h2>
      {failure !== undefined && <Failure error={failure} again={monitors.again} />}
      {monitors.answer.value && watched.length === 0 && <p class="empty">{say("watchedEmpty")}</p>}
      {watched.length > 0 && (
        <Table
          label={say("watched")}
          head={[say("what"), say("state"), say("nextRun"), say("lastCheck"), say("found")]}
        >
          {watched.map((monitor) => (
            <Monitor key={text(monitor["id"])} monitor={monitor} />
          ))}
        </Table>
      )}
      <Watch />
      {others.length > 0 && (
        <>
          <h2>{say("schedules")}</h2>
          <Table
            label={say("schedules")}
            head={[say("what"), say("nextRun"), "cron", say("lastRun"), say("lastError")]}
          >
            {others.map((schedule) => (
              <Schedule key={text(schedule["id"])} schedule={schedule} onChange={schedules.again} />
            ))}
          </Table>
        </>
      )}
    </>
  );
}

const When = ({ iso }: { readonly iso: unknown }): JSX.Element =>
  text(iso) ? <time dateTime={text(iso)}>{moment(text(iso))}</time> : <span>—</span>;

function Monitor({ monitor }: { readonly monitor: Fields }): JSX.Element {
  return (
    <tr data-row>
      <th scope="row">
        <Link to={addressOf(`ui/jobs/monitors/${text(monitor["id"])}`)}>{text(monitor["name"])}</Link>
      </th>
      <td>{say(monitor["status"] === "paused" ? "paused" : "active")}</td>
      <td>
        <When iso={monitor["nextRunAt"]} />
      </td>
      <td>
        <When iso={monitor["lastRunAt"]} />
      </td>
      <td>{changesOf(fields(monitor["lastCheckSummary"])) || "—"}</td>
    </tr>
  );
}

/** A path as people write it. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

interface ScheduleProps {
  readonly schedule: Fields;
  onChange(): void;
}

function Schedule({ schedule, onChange }: ScheduleProps): JSX.Element {
  const failed = useSignal<unknown>(undefined);
  const id = text(schedule["id"]);
  const act = (path: string, method: string): void => {
    ask(`/schedules/${id}${path}`, { method }).then(onChange, (error: unknown) => {
      failed.value = error;
    });
  };
  const [last] = texts(schedule["runs"]);
  return (
    <tr data-row>
      <th scope="row">
        {text(schedule["name"]) || readable(text(schedule["path"]))}{" "}
        <button type="button" class="quiet" onClick={() => act("/run", "POST")}>
          {say("runNow")}
        </button>
        <button type="button" class="quiet" onClick={() => act("", "DELETE")}>
          {say("jobForget")}
        </button>
        {failed.value !== undefined && <Failure error={failed.value} />}
      </th>
      <td>
        <When iso={schedule["next_at"]} />
      </td>
      <td>
        <code>{text(schedule["cron"])}</code>
      </td>
      <td>{last ? <Link to={addressOf(`ui/jobs/${last}`)}>{say("openResult")}</Link> : "—"}</td>
      <td class="said">{text(schedule["last_error"]) || "—"}</td>
    </tr>
  );
}

/** Has a page looked at from now on. */
function Watch(): JSX.Element {
  const failed = useSignal<unknown>(undefined);
  const busy = useSignal(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const given = new FormData(event.currentTarget);
    const [url, cron] = [String(given.get("url")).trim(), String(given.get("cron"))];
    busy.value = true;
    failed.value = undefined;
    try {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const body = {
        name: url.slice(0, 200),
        schedule: { cron, timezone },
        targets: [{ type: "scrape", urls: [url] }],
      };
      const id = text(fields((await json("/v2/monitor", { body }))["data"])["id"]);
      // The first look is what later ones are compared with.
      await ask(`/v2/monitor/${id}/run`, { body: {} });
      go(addressOf(`ui/jobs/monitors/${id}`));
    } catch (error) {
      failed.value = error;
    } finally {
      busy.value = false;
    }
  };
  return (
    <>
      <form class="row watch" onSubmit={submit}>
        <label>
          {say("watchAddress")}{" "}
          <input name="url" type="text" inputMode="url" required placeholder="https://example.org/" />
        </label>
        <label>
          {say("every")}{" "}
          <select name="cron">
            {SPANS.map(([cron, word]) => (
              <option key={cron} value={cron}>
                {say(word)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" disabled={busy.value}>
          {say("watch")}
        </button>
      </form>
      {failed.value !== undefined && <Failure error={failed.value} />}
    </>
  );
}
