import type { El } from "../kit/dom.ts";
import { numberIn } from "../kit/values.ts";

/** `yes`, `explicit` and `true`, or `no`, `clean` and `false`; anything else says nothing. */
export function explicit(written: string | undefined): boolean | undefined {
  const word = written?.toLowerCase() ?? "";
  return /^(yes|explicit|true)$/.test(word) || (/^(no|clean|false)$/.test(word) ? false : undefined);
}

/** The whole number in an element. */
export const whole = (el: El, name: string): number | undefined => {
  const value = numberIn(el.text(name));
  return Number.isSafeInteger(value) ? value : undefined;
};
