import type { Observable } from "rxjs";
import type { z } from "zod";
import type { StreamEvent } from "../events.ts";
import { type Operation, ran, type Size } from "../operations/define.ts";
import { scopeFor } from "./scope.ts";
import { type BudgetOptions, listWithinBudget, withinBudget } from "./token-budget.ts";
import type { McpDeps, Shown } from "./tool.ts";

/** Runs an operation and shows its answer within a model's tokens. */
export const called = <Input extends z.ZodObject, Answer extends object>(
  operation: Operation<Input, Answer>,
  given: Readonly<Record<string, unknown>>,
  size: Size,
  deps: McpDeps,
  shown: BudgetOptions = {},
  shorten: Operation<Input, Answer>["shorten"] = operation.shorten,
): Observable<StreamEvent<Shown>> =>
  ran(operation, given, scopeFor(deps)).pipe(
    withinBudget<Answer>(
      (answer, count) => shorten?.(answer, size, count) ?? listWithinBudget(answer, operation.rows.list, size, count),
      size.max_tokens,
      shown,
    ),
  );
