/**
 * Whether a literal stands in some field of an item, at any depth: texts contain it (white space and case of hosts
 * aside), numbers equal it, dates are the same instant or day.
 */
export function holds(value: unknown, literal: string | number | boolean | null): boolean {
  if (Array.isArray(value)) return value.some((entry) => holds(entry, literal));
  if (typeof value === "object" && value !== null) return Object.values(value).some((entry) => holds(entry, literal));
  if (typeof literal === "number")
    return Number(value) === literal || (typeof value === "number" && Math.abs(value - literal) < 1e-9);
  if (typeof literal === "boolean" || literal === null) return value === literal;
  if (typeof value === "number") return value === Number(literal);
  if (typeof value !== "string") return false;
  return collapsed(value).includes(collapsed(literal)) || sameInstant(value, literal);
}

const collapsed = (text: string): string => text.replace(/\s+/g, " ").trim();

const DATE = /^\d{4}-\d{2}(-\d{2})?|^[A-Z][a-z]{2},? \d|^\d{1,2} [A-Z][a-z]{2} \d{4}/;

function sameInstant(a: string, b: string): boolean {
  if (!DATE.test(a) || !DATE.test(b)) return false;
  const [one, other] = [Date.parse(a), Date.parse(b)];
  return (
    one === other || (!Number.isNaN(one) && a.slice(0, 10) === b.slice(0, 10) && (a.length === 10 || b.length === 10))
  );
}
