import { errors, type Page } from "playwright-core";
import { concatMap, from, type Observable, reduce } from "rxjs";
import { SourceError } from "../../errors.ts";
import { documentOf } from "../page-snapshot.ts";
import type { ActionsDone, PageAction } from "../types.ts";
import type { Blank } from "./navigate.ts";
import { pictureOf } from "./picture.ts";

/** For an element to be there. */
const ELEMENT_MS = 5_000;
const SCRIPT_MS = 5_000;
const MAX_CLICKS = 50;
const MAX_VALUE_CHARS = 100_000;
const MAX_PDF_BYTES = 10 * 1024 * 1024;
/** Of all that is kept together. */
const MAX_KEPT_BYTES = 50 * 1024 * 1024;

const NOTHING: ActionsDone = { pictures: [], scrapes: [], returns: [], pdfs: [] };

/** Milliseconds that actions wait by themselves. */
export const waitsOf = (actions: readonly PageAction[] = []): number =>
  actions.reduce(
    (sum, action) => sum + (action.type === "wait" ? (action.milliseconds ?? ELEMENT_MS) : ELEMENT_MS / 5),
    0,
  );

/** Does the actions one after another. Emits what they brought, once; `action-failed` names the one that could not be done. */
export const acted = (blank: Blank, actions: readonly PageAction[]): Observable<ActionsDone> =>
  from(actions).pipe(
    concatMap((action) => from(doing(blank, action))),
    reduce((all, one) => {
      const together = added(all, one);
      if (bytesOf(together) > MAX_KEPT_BYTES)
        throw new SourceError("too-large", "What the actions took of the page is over 50 MB.");
      return together;
    }, NOTHING),
  );

const added = (all: ActionsDone, one: Partial<ActionsDone>): ActionsDone => ({
  pictures: [...all.pictures, ...(one.pictures ?? [])],
  scrapes: [...all.scrapes, ...(one.scrapes ?? [])],
  returns: [...all.returns, ...(one.returns ?? [])],
  pdfs: [...all.pdfs, ...(one.pdfs ?? [])],
});

const bytesOf = ({ pictures, scrapes, pdfs }: ActionsDone): number =>
  [
    ...pictures.map(({ bytes }) => bytes.length),
    ...scrapes.map(({ html }) => html.length),
    ...pdfs.map((pdf) => pdf.length),
  ].reduce((sum, size) => sum + size, 0);

async function doing(blank: Blank, action: PageAction): Promise<Partial<ActionsDone>> {
  try {
    return await done(blank, action);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    const on = "selector" in action && action.selector ? ` on ${action.selector.slice(0, 200)}` : "";
    const why =
      error instanceof errors.TimeoutError
        ? "there is no such element that can be used"
        : (String(error instanceof Error ? error.message : error).split("\n", 1)[0] ?? "").slice(0, 200);
    throw new SourceError("action-failed", `The action ${action.type}${on} failed: ${why}.`, { cause: error });
  }
}

async function done(blank: Blank, action: PageAction): Promise<Partial<ActionsDone>> {
  const { page, session } = blank;
  switch (action.type) {
    case "wait":
      if (action.selector) await element(page, action.selector).waitFor({ timeout: ELEMENT_MS });
      else await page.waitForTimeout(action.milliseconds ?? 0);
      return {};
    case "click": {
      if (!action.all) await element(page, action.selector).click({ timeout: ELEMENT_MS });
      else {
        await element(page, action.selector).waitFor({ timeout: ELEMENT_MS });
        const all = await page.locator(`css=${action.selector}`).all();
        for (const one of all.slice(0, MAX_CLICKS)) await one.click({ timeout: ELEMENT_MS });
      }
      return {};
    }
    case "write":
      await page.keyboard.type(action.text);
      return {};
    case "press":
      await page.keyboard.press(action.key);
      return {};
    case "scroll": {
      if (action.selector) await element(page, action.selector).scrollIntoViewIfNeeded({ timeout: ELEMENT_MS });
      else
        await session.send("Runtime.evaluate", {
          expression: `scrollBy(0, ${action.direction === "up" ? "-" : ""}innerHeight)`,
        });
      return {};
    }
    case "screenshot":
      return { pictures: [await pictureOf(blank, action)] };
    case "scrape":
      return { scrapes: [{ url: page.url(), html: await documentOf(session, page.url()) }] };
    case "executeJavascript":
      return { returns: [await returned(blank, action.script)] };
    case "pdf": {
      const { format = "A4", landscape = false, scale = 1 } = action;
      const pdf = await page.pdf({ format, landscape, scale, printBackground: true });
      if (pdf.length > MAX_PDF_BYTES) throw new SourceError("too-large", "The PDF of the page is over 10 MB.");
      return { pdfs: [pdf] };
    }
  }
}

const element = (page: Page, selector: string) => page.locator(`css=${selector}`).first();

/** What a script gives, run in the page's own world: its value as JSON gives it. */
async function returned({ session }: Blank, script: string): Promise<{ type: string; value: unknown }> {
  const expression = /\breturn\b/.test(script) ? `(async () => { ${script}\n })()` : script;
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    awaitPromise: true,
    timeout: SCRIPT_MS,
  });
  const { exception, text } = exceptionDetails ?? {};
  const said = (exception?.description ?? text)?.split("\n", 1)[0]?.slice(0, 200);
  if (said !== undefined) throw new SourceError("action-failed", `The action executeJavascript failed: ${said}.`);
  const { type, objectId } = result;
  if (objectId === undefined) return { type, value: bounded(result.value ?? null) };
  const written = await session.send("Runtime.callFunctionOn", {
    objectId,
    functionDeclaration: `function () { return JSON.stringify(this)?.slice(0, ${MAX_VALUE_CHARS + 1}); }`,
    returnByValue: true,
  });
  const json: unknown = written.result.value;
  return { type, value: typeof json === "string" ? JSON.parse(String(bounded(json))) : null };
}

function bounded(value: unknown): unknown {
  if (typeof value === "string" && value.length > MAX_VALUE_CHARS)
    throw new SourceError("too-large", "What executeJavascript gave is over 100,000 characters.");
  return value;
}
