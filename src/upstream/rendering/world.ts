import type { CDPSession } from "playwright-core";
import { SourceError } from "../../errors.ts";

const READING_MS = 5_000;

/** An execution context of our own in a page: what its scripts replace is not replaced there. */
export interface World {
  /** What an expression gives, which can be copied as JSON. `timeout` where it does not come to an end. */
  read(expression: string): Promise<unknown>;
}

/** The isolated world of a page's main frame (`Page.createIsolatedWorld`), made anew after each navigation. */
export function worldOf(session: Pick<CDPSession, "send">): World {
  let contextId: number | undefined;
  const enter = async (): Promise<number> => {
    const { frameTree } = await session.send("Page.getFrameTree");
    const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
    return executionContextId;
  };
  const evaluate = async (expression: string) => {
    contextId ??= await enter();
    return session.send("Runtime.evaluate", { expression, contextId, returnByValue: true, timeout: READING_MS });
  };
  return {
    async read(expression) {
      const { result, exceptionDetails } = await evaluate(expression).catch((error: unknown) => {
        contextId = undefined;
        // The page has gone elsewhere in the meantime: its new document has a world of its own.
        if (/context/i.test(String(error))) return evaluate(expression);
        throw error;
      });
      if (exceptionDetails)
        throw new SourceError("timeout", "The page did not let itself be read: its scripts went on.");
      return result.value;
    },
  };
}
