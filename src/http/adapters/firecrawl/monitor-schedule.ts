import { SourceError } from "../../../errors.ts";

const FORMS = "“every N minutes”, “every N hours”, “hourly” or “daily at H:MM”";
const MINUTES = 60;
const HOURS = 24;

/** A schedule in words as five fields of cron; fails with `bad-query` where it is none that cron can say. */
export function cronOf(text: string): string {
  const words = text.trim().toLowerCase().replace(/\s+/g, " ");
  if (/^(?:hourly|every hour)$/.test(words)) return "0 * * * *";
  const [, count = "1", unit] = /^every (?:(\d{1,3}) )?(minute|hour)s?$/.exec(words) ?? [];
  if (unit) return every(Number(count), unit === "minute" ? MINUTES : HOURS, unit);
  const [, hour, minute = "00", half] = /^(?:daily|every day) at (\d{1,2})(?::(\d{2}))? ?(am|pm)?$/.exec(words) ?? [];
  if (hour !== undefined) return daily(Number(hour), Number(minute), half);
  throw new SourceError("bad-query", `schedule.text: must be ${FORMS}; or name schedule.cron.`);
}

function every(count: number, of: number, unit: string): string {
  if (count < 1 || of % count !== 0)
    throw new SourceError(
      "bad-query",
      `schedule.text: ${count} ${unit}s do not go into ${of} evenly; name schedule.cron.`,
    );
  if (unit === "minute") return count === MINUTES ? "0 * * * *" : `*/${count} * * * *`;
  return count === HOURS ? "0 0 * * *" : `0 */${count} * * *`;
}

function daily(hour: number, minute: number, half: string | undefined): string {
  const at = half === undefined ? hour : (hour % 12) + (half === "pm" ? 12 : 0);
  const isTime = minute < MINUTES && (half === undefined ? hour < HOURS : hour >= 1 && hour <= 12);
  if (!isTime) throw new SourceError("bad-query", "schedule.text: this is no time of day.");
  return `${minute} ${at} * * *`;
}
