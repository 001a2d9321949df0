import type { Entry } from "./lines.ts";
import type { Path } from "./paths.ts";

/** Marks of a field that privacy rules keep back. */
export const HIDDEN =
  /^redacted\b|redacted for|not disclosed|^not shown|^data (protected|redacted)|gdpr|statutory masking|^private person$|^(withheld|hidden|masked|none|n\/a|-+|\.+)$|withheld for privacy|non-public data|^\*+$/i;

const HOST = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/;

/** Values by the first path that has any; hidden and empty ones do not count. */
export function valuesAt(entries: readonly Entry[], paths: readonly Path[]): string[] {
  for (const path of paths) {
    const slash = path.lastIndexOf("/");
    const [sections, key] = slash < 0 ? [undefined, path] : [path.slice(0, slash).split("|"), path.slice(slash + 1)];
    const values = entries
      .filter((entry) => entry.key === key && (sections?.includes(entry.section) ?? standsAlone(entry)))
      .map((entry) => entry.value);
    const shown = values.filter((value) => value !== "" && !HIDDEN.test(value));
    // Bare lines below a heading are one text: where it begins with a refusal, the rest is where else to look.
    if (shown.length > 0 && (key !== "" || !HIDDEN.test(values[0] ?? ""))) return shown;
  }
  return [];
}

/** Headings whose statements are about the domain itself; below any other heading a key means something else. */
const OWN_HEADINGS = new Set([
  "",
  "domain",
  "relevant dates",
  "domain information",
  "domain name",
  "nameservers",
  "key",
]);

const standsAlone = (entry: Entry): boolean => OWN_HEADINGS.has(entry.section);

/** Paragraphs about a person or organisation (RPSL): what they say of dates and states is not said of the domain. */
export function contactBlocks(entries: readonly Entry[]): ReadonlySet<number> {
  const blocks = new Set<number>();
  let before = -1;
  for (const { key, block } of entries) {
    const opens = block !== before && (key === "contact" || key === "keyset");
    if (opens || key === "nic-hdl" || key === "nic-hdl-br") blocks.add(block);
    before = block;
  }
  return blocks;
}

/** Host names out of lines that may hold addresses too: lower case, each once. */
export function hosts(values: readonly string[]): string[] {
  const names = values.flatMap((value) => {
    const first = value
      .toLowerCase()
      .split(/[\s,;|([]/, 1)[0]
      ?.replace(/\.$/, "");
    return first && HOST.test(first) && !/^\d{1,3}(\.\d{1,3}){3}$/.test(first) ? first : [];
  });
  return [...new Set(names)];
}

/** "MarkMonitor Inc. [Tag = X]", "MarkMonitor Inc. ( https://… )", "Gabia, Inc.(http://…)" without what follows the name. */
export const registrarName = (value: string | undefined): string | undefined =>
  value?.replace(/\s*\[Tag = [^\]]{0,60}\]$/, "").replace(/\s*\(\s*https?:[^)]{0,200}\)$/, "") || undefined;

/** "GOOGLE INC. (SGNIC-ORG1113988)" without the registry's handle. */
export const withoutHandle = (value: string | undefined): string | undefined =>
  value?.replace(/\s*\([A-Z]{2,12}-[A-Z]{0,8}\d{2,12}[A-Z]{0,4}\)$/, "") || undefined;

const CHANGE = /\b(\d{8}) \((assigned|changed)\)$/i;

/** Of a history, "registrar AT isoc.org.il 19990605 (Assigned)", the first date of assignment and the last of a change. */
export function historyOf(values: readonly string[]): { readonly assigned?: string; readonly changed?: string } {
  const steps = values.flatMap((value) => {
    const [, date = "", what = ""] = CHANGE.exec(value) ?? [];
    return date ? [{ date, assigned: what.toLowerCase() === "assigned" }] : [];
  });
  const assigned = steps.find((step) => step.assigned)?.date;
  const changed = steps.findLast((step) => !step.assigned)?.date;
  return { ...(assigned && { assigned }), ...(changed && { changed }) };
}

/** A web address, whether or not its scheme was written. */
export function webAddress(value: string | undefined): string | undefined {
  const first = value?.split(/\s/, 1)[0];
  if (!first) return undefined;
  const url = URL.parse(/^https?:\/\//i.test(first) ? first : `https://${first}`);
  return url?.hostname.includes(".") ? first.replace(/^(?!https?:)/i, "https://") : undefined;
}

/** "clientHold https://icann.org/epp#clientHold" → "clientHold"; "REGISTERED, DELEGATED" → two; "Connected (2025/09/30)" → "Connected". */
export function statuses(values: readonly string[]): string[] {
  const codes = values.flatMap((value) =>
    value
      .replace(/\s*\(?https?:\/\/\S{1,200}$/, "")
      .replace(/\s*\(\d{4}\/\d{2}\/\d{2}\)$/, "")
      .split(/\s*,\s*/),
  );
  return [...new Set(codes.map((code) => code.replace(/\.$/, "").trim()).filter(Boolean))];
}

/** Whether the domain is signed (DNSSEC), by the statement or by the keys listed. */
export function signed(value: string | undefined, entries: readonly Entry[]): boolean | undefined {
  if (entries.some(({ section, value: line }) => section === "keys" && /pubKey:|keytag/i.test(line))) return true;
  if (value === undefined) return undefined;
  if (/^(unsigned|no\b|not |inactive|false|disabled)/i.test(value)) return false;
  return /^(signed|yes|active|true|enabled|\d)/i.test(value) ? true : undefined;
}
