import type { Uses } from "../kinds.ts";

/** The ids of sources. */
export const idsOf = <U extends Uses>(uses: U): (keyof U & string)[] =>
  Object.keys(uses).filter((id): id is keyof U & string => Object.hasOwn(uses, id));
