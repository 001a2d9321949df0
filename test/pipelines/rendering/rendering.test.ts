import { map, NEVER, type Observable, of, throwError } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../../src/errors.ts";
import type { Scripting } from "../../../src/extraction/scripting.ts";
import { Learning } from "../../../src/pipelines/rendering/learning.ts";
import { type Measured, readRendered } from "../../../src/pipelines/rendering/rendering.ts";
import type { HttpResponse, RenderedPage, RenderJob, RenderMode } from "../../../src/upstream/types.ts";

const URL_ = "https://app.example/#/start";
const response: HttpResponse = {
  url: "https://app.example/",
  status: 200,
  headers: { "content-type": "text/html" },
  setCookie: [],
  redirects: [],
  replayed: false,
  body: Buffer.from("plain"),
};
const shown: RenderedPage = { ...response, body: Buffer.from("shown"), globals: {}, warnings: ["late"] };

const LARGE: HttpResponse = { ...response, body: Buffer.alloc(5_000_001) };

const scripting = (more: Partial<Scripting> = {}): Scripting => ({
  words: 0,
  bodyChars: 0,
  scripts: 1,
  inlineChars: 0,
  plea: false,
  emptyMount: true,
  emptyIsland: false,
  templates: false,
  placeholder: false,
  serverRendered: false,
  emptyState: false,
  preloadsModules: false,
  blocks: 0,
  links: 10,
  promised: 0,
  title: "A page",
  ...more,
});

const NEEDS: Measured = { words: 0, scripting: scripting() };
const SOME: Measured = { words: 100, scripting: scripting({ words: 100, plea: true, emptyMount: false }) };
const ENOUGH: Measured = { words: 900, scripting: undefined };

interface Case {
  readonly mode?: RenderMode;
  readonly plain?: Measured;
  readonly again?: Measured;
  readonly available?: boolean;
  readonly render?: (job: RenderJob) => Observable<RenderedPage>;
  readonly answer?: HttpResponse;
  readonly read$?: Observable<string>;
  readonly learning?: Learning;
}

const reading = ({ mode, plain = NEEDS, again = ENOUGH, available = true, answer = response, ...how }: Case) =>
  readRendered<string>(
    {
      url: URL_,
      response: answer,
      mode,
      read: ({ body }) => how.read$ ?? of(body === shown.body ? "shown" : "plain"),
      measure: (read) => (read === "shown" ? again : plain),
    },
    {
      upstream: {
        render: how.render ?? (() => of(shown)),
        rendering: { mode: "auto", available: () => available },
      },
      now: () => 0,
      ...(how.learning && { learning: how.learning }),
    },
  );

function outcomeOf(how: Case): object {
  let outcome: object = {};
  reading(how).subscribe({ next: (value) => (outcome = value), error: (error) => (outcome = error) });
  return outcome;
}

describe("readRendered", () => {
  it("renders a page that needs it, from the answer that is there, at the address with its fragment", () => {
    const jobs: RenderJob[] = [];
    const outcome = outcomeOf({
      render: (job) => {
        jobs.push(job);
        return of(shown);
      },
    });
    expect(outcome).toEqual({
      read: "shown",
      response: shown,
      rendered: true,
      renderMs: 0,
      reason: "empty",
      warnings: ["late"],
    });
    expect(jobs).toEqual([{ url: URL_, as: "flattened", first: response, reason: "empty" }]);
  });

  it.each<[string, Case]>([
    ["has text enough", { plain: ENOUGH }],
    ["is not HTML", { answer: { ...response, headers: { "content-type": "application/pdf" } } }],
    ["is over 5 MB", { answer: LARGE }],
    ["is a wall", { plain: { ...NEEDS, refusal: new SourceError("blocked", "A wall.") } }],
    ["has no scripts", { plain: { words: 0, scripting: scripting({ scripts: 0 }) } }],
    ["is not to be rendered", { mode: "never" }],
    ["cannot be, for there is no browser", { available: false }],
  ])("does not ask the browser for a page that %s", (_why, how) => {
    const outcome = outcomeOf({ ...how, render: () => expect.fail("it was rendered") });
    const rendered = how.mode === "never" ? {} : { rendered: false };
    expect(outcome).toMatchObject({ response: { headers: (how.answer ?? response).headers } });
    expect({ ...outcome, response: undefined }).toEqual({
      read: "plain",
      response: undefined,
      warnings: [],
      ...rendered,
      ...(how.available === false && { reason: "empty" }),
    });
  });

  it("renders what is asked for in any case, where it is HTML", () => {
    expect(outcomeOf({ mode: "always", plain: ENOUGH })).toMatchObject({ read: "shown", reason: "asked" });
    expect(outcomeOf({ mode: "always", available: false })).toMatchObject({ kind: "no-browser" });
  });

  it.each<[Measured, string]>([
    [{ words: 119, scripting: undefined }, "plain"],
    [{ words: 120, scripting: undefined }, "shown"],
    [{ words: 900, scripting: undefined, refusal: new SourceError("blocked", "A wall.") }, "plain"],
  ])("takes the better text: %j against 100 words", (again, read) => {
    expect(outcomeOf({ plain: SOME, again })).toMatchObject({ read, rendered: read === "shown" });
  });

  it("tells of a page that shows nothing either", () => {
    expect(outcomeOf({ again: { words: 0, scripting: undefined } })).toMatchObject({ read: "shown", rendered: true });
  });

  it("makes a failure a warning where there is a text, and fails where there is none", () => {
    const render = () => throwError(() => new SourceError("timeout", "It was slow."));
    expect(outcomeOf({ plain: SOME, render })).toMatchObject({
      read: "plain",
      rendered: false,
      warnings: ["The page was not rendered: It was slow."],
    });
    expect(outcomeOf({ render })).toMatchObject({ kind: "timeout" });
    expect(outcomeOf({ mode: "always", plain: ENOUGH, render })).toMatchObject({ kind: "timeout" });
  });

  it("ends the reading and the rendering when it is left", () => {
    const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
    scheduler.run(({ cold, expectObservable, expectSubscriptions }) => {
      const read = cold("-(p|)", { p: "plain" });
      const render = cold<RenderedPage>("---s", { s: shown });
      expectObservable(reading({ read$: read, render: () => render }), "^--!").toBe("");
      expectSubscriptions(render.subscriptions).toBe("-^-!");
      expectObservable(reading({ read$: NEVER, render: () => render }), "^--!").toBe("");
    });
  });

  it("learns which places need the browser, and begins both at once there", () => {
    const learning = new Learning(() => 0);
    for (let page = 0; page < 3; page += 1) expect(outcomeOf({ learning })).toMatchObject({ reason: "empty" });
    const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
    scheduler.run(({ cold, expectObservable, expectSubscriptions }) => {
      const plain = cold("---p|", { p: "plain" });
      const render = cold<RenderedPage>("--s|", { s: shown });
      const reads = (answer: HttpResponse) => (answer.body === shown.body ? of("shown") : plain);
      const outcome = readRendered<string>(
        {
          url: URL_,
          response,
          mode: "auto",
          read: reads,
          measure: (read) => (read === "shown" ? ENOUGH : SOME),
        },
        {
          upstream: { render: () => render, rendering: { mode: "auto", available: () => true } },
          now: () => 0,
          learning,
        },
      );
      expectObservable(outcome.pipe(map(({ read, reason }) => `${read} ${reason}`))).toBe("---(o|)", {
        o: "shown learnt",
      });
      expectSubscriptions(render.subscriptions).toBe("^--!");
    });
  });

  it("no longer weighs signs where rendering has gained nothing three times, but renders what is empty", () => {
    const learning = new Learning(() => 0);
    const weighed: Measured = {
      words: 120,
      scripting: scripting({ words: 120, emptyMount: false, links: 0, emptyState: true }),
    };
    const again: Measured = { words: 121, scripting: undefined };
    for (let page = 0; page < 3; page += 1)
      expect(outcomeOf({ learning, plain: weighed, again })).toMatchObject({ reason: "weighed", rendered: false });
    const asked = () => expect.fail("it was rendered");
    expect(outcomeOf({ learning, plain: weighed, render: asked })).toMatchObject({ rendered: false });
    expect(outcomeOf({ learning })).toMatchObject({ reason: "empty", rendered: true });
  });

  it("learns nothing of failures", () => {
    const learning = new Learning(() => 0);
    const render = () => throwError(() => new SourceError("timeout", "It was slow."));
    for (let page = 0; page < 3; page += 1) outcomeOf({ learning, plain: SOME, render });
    expect(learning.predicted("https://app.example/#/start")).toBeUndefined();
  });
});
