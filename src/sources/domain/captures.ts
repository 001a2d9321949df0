import { isoDate } from "../kit/values/dates.ts";

/** The 14 digits of a crawler's clock, in UTC (`20080328041443`), as ISO 8601. */
export const captureTime = (digits: string | null | undefined): string | undefined => {
  const parts = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(digits ?? "");
  return parts ? isoDate(`${parts.slice(1, 4).join("-")}T${parts.slice(4).join(":")}Z`) : undefined;
};

/** A column that is a number, or "-" where the crawler had none. */
export const captureNumber = (written: string | null | undefined): number | undefined =>
  /^\d{1,15}$/.test(written ?? "") ? Number(written) : undefined;

/** The host of a URL pattern (`example.org/*`, `*.example.org`), where it has one. */
export const hostOf = (pattern: string): string | undefined =>
  /^(?:https?:\/\/)?(?:\*\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?=[:/?*]|$)/i.exec(pattern)?.[1]?.toLowerCase();
