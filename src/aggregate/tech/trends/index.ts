import { concat, forkJoin, map, merge, of } from "rxjs";
import { allOf, combineLatestResults } from "../../combine-latest-results.ts";
import { defineAnalysis } from "../../define.ts";
import { foldPartialAnswers } from "../../fold-partial-answers.ts";
import { oneOf } from "../../parameters.ts";
import { askedFor, topicWords } from "./asked.ts";
import { discussionList, discussionsOf } from "./discussions.ts";
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
  run: ({ input, parameters: { period }, ask, now, section, understood }) => {
    const asked = askedFor(input, period, now());
    const discussions$ = combineLatestResults(discussionsOf(ask, asked));
    const projects$ = combineLatestResults(projectsOf(ask, asked));
    const questions$ = combineLatestResults(questionsOf(ask, asked));
    const news$ = combineLatestResults(newsOf(ask, asked));
    // Everything as one, once it is all there.
    const whole$ = forkJoin([discussions$, projects$, questions$, news$]).pipe(map((all) => allOf<Mention>(all)));
    return merge(
      understood(
        of({
          topic: input,
          tag: asked.tag,
          period,
          from: new Date(asked.from).toISOString().slice(0, 10),
          programming_language: asked.language,
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
