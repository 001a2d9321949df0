import type { CDPSession } from "playwright-core";
import { SourceError } from "../../errors.ts";

const READING_MS = 8_000;
/** Objects that are taken of an array. */
const MAX_OBJECTS = 100;

/** A value as it is, or an object of the page by its id. */
type Argument = { readonly value: string } | { readonly objectId: string };

/** An execution context of our own in a page: what its scripts replace is not replaced there. */
export interface World {
  /** What an expression gives, which can be copied as JSON. `timeout` where it does not come to an end. */
  read(expression: string): Promise<unknown>;
  /** What a function gives, which can be copied as JSON. */
  call(declaration: string, given: readonly Argument[]): Promise<unknown>;
  /** The ids of the first hundred objects in the array that a function gives. */
  objects(declaration: string, given: readonly Argument[]): Promise<readonly string[]>;
  /** The id of an element's shadow root, which may be closed; undefined where it has none of its page's. */
  shadowRootOf(objectId: string): Promise<string | undefined>;
}

/** The isolated world of a page's main frame or of another (`Page.createIsolatedWorld`), made anew after each navigation. */
export function worldOf(session: Pick<CDPSession, "send">, frame?: string): World {
  let contextId: number | undefined;
  const enter = async (): Promise<number> => {
    const frameId = frame ?? (await session.send("Page.getFrameTree")).frameTree.frame.id;
    const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId });
    contextId = executionContextId;
    return executionContextId;
  };
  const there = async (): Promise<number> => contextId ?? enter();
  const evaluate = async (expression: string) =>
    session.send("Runtime.evaluate", {
      expression,
      contextId: await there(),
      returnByValue: true,
      timeout: READING_MS,
    });
  const called = async (functionDeclaration: string, given: readonly Argument[], returnByValue: boolean) => {
    const executionContextId = await there();
    const { result, exceptionDetails } = await session.send("Runtime.callFunctionOn", {
      functionDeclaration,
      executionContextId,
      arguments: [...given],
      returnByValue,
    });
    if (exceptionDetails) throw unreadable();
    return result;
  };
  return {
    async read(expression) {
      const { result, exceptionDetails } = await evaluate(expression).catch((error: unknown) => {
        contextId = undefined;
        // The page has gone elsewhere in the meantime: its new document has a world of its own.
        if (/context/i.test(String(error))) return evaluate(expression);
        throw error;
      });
      if (exceptionDetails) throw unreadable();
      return result.value;
    },
    call: async (declaration, given) => (await called(declaration, given, true)).value,
    async objects(declaration, given) {
      const { objectId } = await called(declaration, given, false);
      if (objectId === undefined) return [];
      const { result } = await session.send("Runtime.getProperties", { objectId, ownProperties: true });
      const found = result.flatMap(({ name, value }) =>
        /^\d+$/.test(name) && value?.objectId !== undefined ? [value.objectId] : [],
      );
      return found.slice(0, MAX_OBJECTS);
    },
    async shadowRootOf(objectId) {
      const { node } = await session.send("DOM.describeNode", { objectId, depth: 0, pierce: true });
      const root = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType !== "user-agent");
      if (!root) return undefined;
      const executionContextId = await there();
      const { backendNodeId } = root;
      const { object } = await session.send("DOM.resolveNode", { backendNodeId, executionContextId });
      return object.objectId;
    },
  };
}

const unreadable = (): SourceError =>
  new SourceError("timeout", "The page did not let itself be read: its scripts went on.");
