import type { SourceRoles } from "../source-roles.ts";

/** The ids of sources. */
export const idsOf = <U extends SourceRoles>(uses: U): (keyof U & string)[] =>
  Object.keys(uses).filter((id): id is keyof U & string => Object.hasOwn(uses, id));
