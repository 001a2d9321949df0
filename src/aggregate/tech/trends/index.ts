import {
  combineLatest,
  concat,
  filter,
  forkJoin,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  startWith,
  takeLast,
} from "rxjs";
import type { wikidata } from "../../../sources/encyclopedia/wikidata.ts";
import { allOf, combineLatestResults } from "../../combine-latest-results.ts";
import { defineAnalysis } from "../../define.ts";
import { foldPartialAnswers } from "../../fold-partial-answers.ts";
import { oneOf } from "../../parameters.ts";
import { alternative } from "../../senses.ts";
import { type Gathered, notRequested } from "../../settled-result.ts";
import { shareReplayLatest } from "../../share-replay.ts";
import { askedFor, topicWords } from "./asked.ts";
import { discussionList, discussionsOf } from "./discussions.ts";
import { alternativesOf, isOfAnother, type Meant, meantBy, ofTheTopic, UNKNOWN } from "./meant.ts";
import type { Mention } from "./mention.ts";
import { newsList, newsOf } from "./news.ts";
import { projectList, projectsOf } from "./projects.ts";
import { prompt } from "./prompt.ts";
import { questionList, questionsOf } from "./questions.ts";
import { Answer, Understood } from "./schema.ts";
import { FROM, SOURCES } from "./sources.ts";
import { topicList, trendOf } from "./topics.ts";

export const trends = defineAnalysis({
  path: "/tech/trends",
  title: "Technology trends",
  describe:
    "What is talked about, built and asked on a topic, language or tool: its topics and where they go, discussions, projects, questions, news. Ask it for what is new or popular in technology.",
  q: {
    describe: "a topic, a programming language or a tool, 1 to 6 words",
    example: "webassembly",
    schema: topicWords,
  },
  parameters: {
    period: oneOf(["week", "month", "quarter"], "month", "how far discussions and news go back"),
  },
  sources: SOURCES,
  budgetMs: 30_000,
  understood: Understood,
  answer: Answer,
  from: {
    topics: [...FROM.discussions, ...FROM.projects, ...FROM.questions, ...FROM.news],
    trend: [...FROM.discussions, ...FROM.projects, ...FROM.questions, ...FROM.news],
    ...FROM,
  },
  limits: [
    "Counts are of what each search returns, not of all that was written.",
    "Items are found by the topic's words: what has the same name may be of another meaning.",
    "Repository search without a token: 10 a minute.",
  ],
  csv: "topics",
  fields: { "understood.alternatives": ["wikidata"] },
  run: ({ input, parameters: { period }, ask, now, section, understood, limit }) => {
    const asked = askedFor(input, period, now());
    const meant$ = ask.answer<typeof wikidata>("wikidata", input).pipe(
      map((entities) => meantBy(input, entities)),
      shareReplayLatest(),
    );
    /** A list without what is of other things of the name, as soon as it is known what those are. */
    const own = <T extends Mention>(found$: Observable<Gathered<T>>): Observable<Gathered<T>> =>
      combineLatest([found$, meant$.pipe(startWith(UNKNOWN))]).pipe(
        map(([found, meant]) => ({ ...found, items: ofTheTopic(meant, found.items) })),
      );
    const all = [
      combineLatestResults(discussionsOf(ask, asked)),
      combineLatestResults(projectsOf(ask, asked)),
      combineLatestResults(questionsOf(ask, asked)),
      combineLatestResults(newsOf(ask, asked)),
    ] as const;
    const [discussions$, projects$, questions$, news$] = [own(all[0]), own(all[1]), own(all[2]), own(all[3])];
    // Everything as one, once it is all there.
    const whole$ = forkJoin([discussions$, projects$, questions$, news$]).pipe(map((lists) => allOf<Mention>(lists)));
    const taken = {
      topic: input,
      tag: asked.tag,
      period,
      from: new Date(asked.from).toISOString().slice(0, 10),
      programming_language: asked.language,
    };
    const senses$ = combineLatest([meant$, all[1].pipe(takeLast(1), startWith(notRequested))]).pipe(
      filter(([{ answered }]) => answered),
      map(([meant, { items }]) => ({
        ...taken,
        taken_for: meant.sense && alternative(meant.sense),
        alternatives: alternativesOf(input, meant, items),
      })),
    );
    return merge(
      understood(concat(of(taken), senses$)),
      forkJoin([meant$, ...all]).pipe(
        mergeMap(([meant, ...lists]) => {
          const others = allOf<Mention>(lists).items.filter(isOfAnother(meant)).length;
          return others > 0 ? [limit(leftOut(others, meant))] : [];
        }),
      ),
      concat(
        merge(
          section(
            "discussions",
            foldPartialAnswers([discussions$], ({ items }) => discussionList(items, asked)),
          ),
          section(
            "projects",
            foldPartialAnswers([projects$], ({ items }) => projectList(items, asked)),
          ),
          section(
            "questions",
            foldPartialAnswers([questions$], ({ items }) => questionList(items, asked)),
          ),
          section(
            "news",
            foldPartialAnswers([news$], ({ items }) => newsList(items, asked)),
          ),
        ),
        section(
          "topics",
          foldPartialAnswers([whole$], ({ items }) => topicList(items, asked)),
        ),
        section(
          "trend",
          foldPartialAnswers([whole$], ({ items }) => trendOf(items, asked)),
        ),
      ),
    );
  },
  prompt,
});

/** The items of other things that were left out, counted, and what those things are. */
function leftOut(count: number, { others, longer }: Meant): string {
  const names = [...others, ...longer].map(({ name, description }) =>
    description ? `${name} (${description})` : name,
  );
  const items = count === 1 ? "1 item was left out that is" : `${count} items were left out that are`;
  return `${items}, by the words around the name, of another thing: ${names.slice(0, 4).join("; ")}.`;
}
