/** Whether a name is that of an IANA zone. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** "GMT+02:00" of a zone at an instant, as "+02:00". */
function offsetAt(instant: number, zone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(instant);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return name.slice("GMT".length) || "+00:00";
}

/**
 * A local time without a zone ("2026-12-05T08:30", "20261205T083000") with the offset that it has in an IANA zone. Of an
 * hour that comes twice the first is meant. Undefined for what is no such time; a zone that is none throws a RangeError.
 */
export function inZone(local: string | null | undefined, zone: string): string | undefined {
  const found = /^(\d{4})-?(\d{2})-?(\d{2})T(\d{2}):?(\d{2})(?::?(\d{2}))?$/.exec(local?.trim() ?? "");
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second = "00"] = found;
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const utc = Date.parse(`${time}Z`);
  if (Number.isNaN(utc)) return undefined;
  // The offset is that of the instant, which the offset itself is needed for: a day before, it is nearly right.
  const near = Date.parse(`${time}${offsetAt(utc - 86_400_000, zone)}`);
  return `${time}${offsetAt(near, zone)}`;
}

/** An ISO time whose offset has no colon ("…+0100") with one; others as they are. */
export const withColon = (time: string | null | undefined): string | undefined =>
  time?.replace(/([+-]\d{2})(\d{2})$/, "$1:$2");
