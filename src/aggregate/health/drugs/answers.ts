import { forkJoin, map, type Observable, switchMap } from "rxjs";
import { folded } from "../../../language/fold.ts";
import type { wikipedia } from "../../../sources/encyclopedia/wikipedia.ts";
import type { clinicaltrials } from "../../../sources/health/clinicaltrials.ts";
import type { medlineplus } from "../../../sources/health/medlineplus.ts";
import type { openfdaEvents } from "../../../sources/health/openfda_events.ts";
import type { rxnorm } from "../../../sources/health/rxnorm/index.ts";
import type { pubchem } from "../../../sources/science/pubchem.ts";
import { askedWith, type Gathered } from "../../settled-result.ts";
import { shareReplayLatest } from "../../share-replay.ts";
import { identified } from "./identity.ts";
import { type Door, europeanOf, frenchOf, labelsOf, recallsOf } from "./sources.ts";
import { isTitled, isTried, substanceKey } from "./substance.ts";
import type { Identity } from "./told.ts";

/** What every source tells of a medicine, each asked when the first listens; `spoken`: two letters. */
export function answersTo(q: string, spoken: string, ask: Door) {
  const identity$ = identified(q, ask).pipe(shareReplayLatest());
  const labels$ = identity$.pipe(
    switchMap((identity) => labelsOf(identity, ask)),
    shareReplayLatest(),
  );
  const french$ = identity$.pipe(
    switchMap((identity) => frenchOf(q, identity, ask)),
    shareReplayLatest(),
  );
  const european$ = identity$.pipe(
    switchMap((identity) => europeanOf("medicines", identity, ask)),
    shareReplayLatest(),
  );
  const byNumber = <T>(
    question: (rxcui: string, identity: Identity) => Observable<Gathered<T>>,
  ): Observable<Gathered<T>> =>
    identity$.pipe(
      switchMap((identity) => askedWith(identity.rxcui, (number) => question(`rxcui:${number}`, identity))),
      shareReplayLatest(),
    );
  const leaflets$ = byNumber((number, identity) =>
    ask.answer<typeof medlineplus>("medlineplus", number, {
      options: { lang: spoken === "es" ? "es" : "en" },
      about: { name: identity.inn ?? identity.name, is: ({ title }) => isTitled(String(title ?? ""), identity) },
    }),
  );
  const members$ = byNumber((number) =>
    ask.answer<typeof rxnorm>("rxnorm", number, { options: { mode: "alternatives" } }),
  );
  const further$ = identity$.pipe(
    switchMap(({ substance, name }) =>
      forkJoin([
        ask.answer<typeof wikipedia>("wikipedia", substance, { options: { language: spoken } }),
        ask.answer<typeof pubchem>("pubchem", substance),
      ]).pipe(
        map(([articles, compounds]) => {
          const about = [folded(substance), folded(name)];
          const article = articles.items.find(({ title }) => about.includes(folded(title)));
          const compound = compounds.items.find(({ title }) => substanceKey(title ?? "") === substanceKey(substance));
          return [article, compound].flatMap((one) => (one ? [{ source: one.source, text: one.snippet }] : []));
        }),
      ),
    ),
  );
  const trials$ = identity$.pipe(
    switchMap((identity) =>
      ask.answer<typeof clinicaltrials>("clinicaltrials", `intr:"${identity.substance}"`, {
        options: { status: "RECRUITING" },
        about: { name: identity.inn ?? identity.name, is: (row) => isTried(row, identity) },
      }),
    ),
  );
  return {
    identity$,
    labels$,
    french$,
    european$,
    leaflets$,
    members$,
    further$,
    trials$,
    letters$: identity$.pipe(
      switchMap((identity) => europeanOf("letters", identity, ask)),
      shareReplayLatest(),
    ),
    shortages$: identity$.pipe(
      switchMap((identity) => europeanOf("shortages", identity, ask)),
      shareReplayLatest(),
    ),
    recalls$: identity$.pipe(
      switchMap((identity) => recallsOf(identity, ask)),
      shareReplayLatest(),
    ),
    events$: identity$.pipe(
      switchMap(({ substance }) => ask.answer<typeof openfdaEvents>("openfda_events", substance)),
      shareReplayLatest(),
    ),
  };
}
