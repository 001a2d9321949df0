import { type Observable, of } from "rxjs";
import type { Config } from "../../config.ts";
import { lazyImport } from "../../operators/lazyImport.ts";
import type { Upstream } from "../../upstream/types.ts";
import type { Wanted } from "./typed.ts";
import type { Typing } from "./typing.ts";

const typing = () => Promise.all([import("./typing.ts"), import("../research/plan.ts")]);

/** `typingOf` with the configured language model; the code is imported by the first who wants data. */
export const typingFor = (
  wanted: Pick<Wanted, "schema" | "prompt">,
  config: Config,
  upstream: Pick<Upstream, "httpStream">,
): Observable<Typing | undefined> =>
  wanted.schema === undefined && wanted.prompt === undefined
    ? of(undefined)
    : lazyImport(typing, ([{ typingOf }, { languageModelOf }]) =>
        typingOf(wanted, { model: languageModelOf(config), upstream }),
      );
