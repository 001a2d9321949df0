import { defer, type Observable } from "rxjs";
import type { z } from "zod";
import type { StreamEvent } from "../events.ts";
import { asked, type Operation, type Size } from "../operations/define.ts";
import { refusing } from "./refusal.ts";
import { scopeFor } from "./scope.ts";
import { type BudgetOptions, listWithinBudget, withinBudget } from "./token-budget.ts";
import type { McpDeps, Shown } from "./tool.ts";

/** Runs an operation and shows its answer within a model's tokens. What refuses its input is said in our own words. */
export const called = <Input extends z.ZodObject, Answer extends object>(
  operation: Operation<Input, Answer>,
  given: Readonly<Record<string, unknown>>,
  size: Size,
  deps: McpDeps,
  shown: BudgetOptions = {},
  shorten: Operation<Input, Answer>["shorten"] = operation.shorten,
): Observable<StreamEvent<Shown>> =>
  running(operation, given, deps).pipe(
    withinBudget<Answer>(
      (answer, count) => shorten?.(answer, size, count) ?? listWithinBudget(answer, operation.rows.list, size, count),
      size.max_tokens,
      shown,
    ),
  );

/** Runs an operation; what refuses its input is said in our own words. */
export const running = <Input extends z.ZodObject, Answer extends object>(
  operation: Operation<Input, Answer>,
  given: Readonly<Record<string, unknown>>,
  deps: McpDeps,
): Observable<StreamEvent<Answer>> => defer(() => refusing(() => asked(operation, given, scopeFor(deps))));
