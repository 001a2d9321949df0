import { defer, map, mergeMap, type Observable, of } from "rxjs";
import { z } from "zod";
import { readingIn, sharedReader } from "../../../reading/reader.ts";
import type { PageSeen } from "../../../reading/seen-pages/store.ts";
import { pageMemory } from "../../../reading/seen-pages/thread.ts";
import { defineSource } from "../../define.ts";
import { query } from "../../kit/requests/query.ts";
import { refusalOf } from "../../kit/responses/refusals.ts";
import { BaseItem, IsoDate } from "../../kit/values/fields.ts";
import type { ReadContext, Reader } from "../../source.ts";
import { compared, type Look, type LookTask, type Watched, watched } from "./comparison.ts";

/** A selector of the user's can take any time on a page of anybody's: both meet elsewhere. */
const LOOK = readingIn<LookTask, Look>(import.meta.url, "comparison", "look");

/** Every look asks the page itself: an answer out of the result cache would tell of an older look. */
const look: Reader<Watched, ReturnType<typeof compared>["item"]> = (asked, context) =>
  defer(() => pageMemory(context.dataDir).recall(asked.url, asked.selector)).pipe(
    mergeMap((before) => lookSince(before, asked, context)),
  );

const lookSince = (
  before: PageSeen | undefined,
  asked: Watched,
  context: ReadContext,
): Observable<ReturnType<typeof compared>["item"]> =>
  defer(() => {
    const headers = {
      accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
      ...(before?.etag && { "if-none-match": before.etag }),
      ...(before?.lastModified && { "if-modified-since": before.lastModified }),
    };
    return context.fetch({ url: asked.url, guarded: true, headers }).pipe(
      mergeMap((response) => {
        if (response.status === 204 || response.status === 205) return [];
        const unchanged = response.status === 304 && before !== undefined;
        const refusal = unchanged ? undefined : refusalOf(response);
        if (refusal) throw refusal;
        const checkedAt = new Date(context.now()).toISOString();
        const { url, headers, body } = response;
        const task: LookTask = { url, headers, asked, before, checkedAt };
        const seen$: Observable<Look | undefined> = unchanged
          ? of(undefined)
          : sharedReader().read(LOOK, task, { url, pieces: [body], client: context.upstream.client });
        return seen$.pipe(
          mergeMap((seenNow) => {
            const { seen, item } = compared(response, asked, before, checkedAt, seenNow);
            const keep$ = pageMemory(context.dataDir).keep(asked.url, asked.selector, seen);
            if (!context.pledge) return keep$.pipe(map(() => item));
            // What a cut leaves out is told again: the look counts only where all of it was shown.
            context.pledge(keep$);
            return of(item);
          }),
        );
      }),
    );
  });

export const pageChanges = defineSource({
  id: "page_changes",
  title: "Page changes since last time",
  docs: "https://github.com/dgtlmoon/changedetection.io/wiki",
  query: query({
    describe: 'address of a page, and after " #> " a CSS selector where only a part of it counts',
    example: "https://lobste.rs/ #> li.story",
    parse: watched,
  }),
  item: BaseItem.extend({
    selector: z.string().optional().describe("the part of the page that was looked at; absent: all of it"),
    changed: z.boolean().describe("whether the visible text is another one than at the last look"),
    first: z.boolean().describe("true when the page had not been looked at before"),
    previousAt: IsoDate.optional().describe("the look that this one is compared with"),
    checkedAt: IsoDate,
    added: z.array(z.string()).optional().describe("lines of visible text that are new"),
    removed: z.array(z.string()).optional().describe("lines of visible text that are gone"),
    diff: z.string().optional().describe("unified diff; absent where the texts have too little in common"),
    cut: z.boolean().optional().describe("true: the text is longer than 200 KB; lines beyond that are not compared"),
    hash: z.string().describe("SHA-256 of the whole visible text"),
  }),
  remembers: true,
  read: look,
});
