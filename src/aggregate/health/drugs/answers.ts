import { forkJoin, map, type Observable, shareReplay, switchMap } from "rxjs";
import { folded } from "../../../language/fold.ts";
import type { wikipedia } from "../../../sources/encyclopedia/wikipedia.ts";
import type { clinicaltrials } from "../../../sources/health/clinicaltrials.ts";
import type { medlineplus } from "../../../sources/health/medlineplus.ts";
import type { openfdaEvents } from "../../../sources/health/openfda_events.ts";
import type { openfdaRecalls } from "../../../sources/health/openfda_recalls.ts";
import type { rxnorm } from "../../../sources/health/rxnorm/index.ts";
import type { pubchem } from "../../../sources/science/pubchem.ts";
import { askedWith, type Gathered } from "../../gathered.ts";
import { type Door, europeanOf, frenchOf, identified, labelsOf } from "./sources.ts";

/** What is held of a source's answer, for all that are made of it. */
const held = <T>(value$: Observable<T>): Observable<T> => value$.pipe(shareReplay({ refCount: true, bufferSize: 1 }));

/** What every source tells of a medicine, each asked when the first listens; `spoken`: two letters. */
export function answersTo(q: string, spoken: string, ask: Door) {
  const identity$ = held(identified(q, ask));
  const labels$ = held(identity$.pipe(switchMap(({ substance }) => labelsOf(substance, ask))));
  const french$ = held(identity$.pipe(switchMap((identity) => frenchOf(q, identity, ask))));
  const european$ = held(identity$.pipe(switchMap((identity) => europeanOf("medicines", identity, ask))));
  const byNumber = <T>(question: (rxcui: string) => Observable<Gathered<T>>): Observable<Gathered<T>> =>
    held(identity$.pipe(switchMap(({ rxcui }) => askedWith(rxcui, (number) => question(`rxcui:${number}`)))));
  const leaflets$ = byNumber((number) =>
    ask.answer<typeof medlineplus>("medlineplus", number, { options: { lang: spoken === "es" ? "es" : "en" } }),
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
          return [article, compounds.items[0]].flatMap((one) =>
            one ? [{ source: one.source, text: one.snippet }] : [],
          );
        }),
      ),
    ),
  );
  const trials$ = identity$.pipe(
    switchMap(({ substance }) =>
      ask.answer<typeof clinicaltrials>("clinicaltrials", `intr:"${substance}"`, { options: { status: "RECRUITING" } }),
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
    letters$: held(identity$.pipe(switchMap((identity) => europeanOf("letters", identity, ask)))),
    shortages$: held(identity$.pipe(switchMap((identity) => europeanOf("shortages", identity, ask)))),
    recalls$: held(
      identity$.pipe(switchMap(({ substance }) => ask.answer<typeof openfdaRecalls>("openfda_recalls", substance))),
    ),
    events$: held(
      identity$.pipe(switchMap(({ substance }) => ask.answer<typeof openfdaEvents>("openfda_events", substance))),
    ),
  };
}
