/** `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110 §10.2.3); undefined where there is none or it is past. */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (!value) return undefined;
  const ms = /^\s*\d{1,9}\s*$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return ms >= 0 ? ms : undefined;
}
