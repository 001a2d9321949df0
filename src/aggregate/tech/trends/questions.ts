import { map, type Observable } from "rxjs";
import type { serverfault } from "../../../sources/community/serverfault.ts";
import type { stackoverflow } from "../../../sources/community/stackoverflow.ts";
import type { ItemOf } from "../../../sources/source.ts";
import { itemsBy } from "../../combine-latest-results.ts";
import { semanticGroups } from "../../formulas/groups.ts";
import { wordsOf } from "../../formulas/words.ts";
import type { Gathered } from "../../settled-result.ts";
import type { Asked } from "./asked.ts";
import { instantOf, isOn, type Mention, once } from "./mention.ts";
import type { Door } from "./sources.ts";

const MOST = 15;

type Post = ItemOf<typeof stackoverflow> | ItemOf<typeof serverfault>;

export interface Question extends Mention {
  readonly views?: number | undefined;
  readonly answered?: boolean | undefined;
  readonly time?: string | undefined;
  readonly source: string;
}

const questionOf = (post: Post): readonly Question[] =>
  post.title === undefined
    ? []
    : [
        {
          title: post.title,
          url: post.url,
          points: post.score,
          comments: post.replies,
          views: post.views,
          answered: post.answered,
          published: instantOf(post.publishedAt),
          time: post.publishedAt,
          tags: post.tags ?? [],
          source: post.source,
        },
      ];

/** What each site was asked about the topic: lists as they come. */
export function questionsOf(ask: Door, { topic }: Asked): readonly Observable<Gathered<Question>>[] {
  const questions = itemsBy((items: readonly Post[]) => items.flatMap(questionOf).filter(isOn(topic)));
  return [
    ask.answer<typeof stackoverflow>("stackoverflow", topic, { pages: 2 }).pipe(map(questions)),
    ask.answer<typeof serverfault>("serverfault", topic).pipe(map(questions)),
  ];
}

/** One question of each group that asks alike, those of the largest groups first, then the most viewed. */
export function questionList(found: readonly Question[], { topic }: Asked) {
  const questions = once(found);
  const own = new Set(wordsOf(topic, { language: "en" }).map(({ key }) => key));
  const numbers = new Map<string, number>();
  const numberOf = (key: string): number => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  const members = questions.map((question) => ({
    text: question.url,
    question,
    tfidf: question.views ?? 0,
    prominence: 1,
    // What is asked about stands in all of them, and tells none apart.
    paragraphs: new Set(
      wordsOf(question.title, { language: "en" }).flatMap(({ key, telling }) =>
        telling && !own.has(key) ? [numberOf(key)] : [],
      ),
    ),
  }));
  const groups = semanticGroups(members).map(({ members: alike }) => alike.map(({ question }) => question));
  const grouped = new Set(groups.flat());
  return [...groups, ...questions.filter((question) => !grouped.has(question)).map((question) => [question])]
    .flatMap((alike) => {
      const [first] = alike.toSorted((a, b) => (b.views ?? 0) - (a.views ?? 0));
      return first ? [{ first, size: alike.length }] : [];
    })
    .toSorted((a, b) => b.size - a.size || (b.first.views ?? 0) - (a.first.views ?? 0))
    .slice(0, MOST)
    .map(({ first, size }) => ({
      question: first.title,
      url: first.url,
      asked_similar: size,
      score: first.points,
      views: first.views,
      answers: first.comments,
      answered: first.answered,
      tags: first.tags,
      published: first.time,
      source: first.source,
    }));
}
