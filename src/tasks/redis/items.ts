import { randomUUID } from "node:crypto";
import { map } from "rxjs";
import { z } from "zod";
import type { ClaimedItem, Item, TaskStore } from "../store.ts";
import { type Connection, PATIENT_MS } from "./connection.ts";

type Items = Pick<
  TaskStore,
  "addItem" | "takeItems" | "saveItem" | "replaceItem" | "removeItem" | "findItem" | "listItems"
>;

const Answered = z.array(z.array(z.string()));

const due = (dueAt: number | null): string => (dueAt === null ? "" : String(dueAt));

/** What is to be done at a time, over Redis. */
export function redisItems({ run }: Connection): Items {
  const isOne = map((answer: unknown) => answer === 1);
  const itemsIn = (queue: Item["queue"]) =>
    map((answer: unknown) => Answered.parse(answer).map((texts) => itemOf(queue, texts)));

  return {
    addItem: ({ queue, id, owner, body, dueAt }) => run("addItem", [queue, id, owner, body, due(dueAt)]).pipe(isOne),
    takeItems: (queue, process, most) =>
      run("takeItems", [queue, process, most, randomUUID()], PATIENT_MS).pipe(
        map((answer) =>
          Answered.parse(answer).map((texts): ClaimedItem => ({ ...itemOf(queue, texts), token: texts[4] ?? "" })),
        ),
      ),
    saveItem: ({ queue, id, token, body, dueAt }, hold) =>
      run("saveItem", [queue, id, token, body, due(dueAt), hold ? 1 : 0], PATIENT_MS).pipe(isOne),
    replaceItem: ({ queue, id, owner, body, dueAt }) =>
      run("replaceItem", [queue, id, owner, body, due(dueAt)]).pipe(isOne),
    removeItem: (queue, owner, id) => run("removeItem", [queue, id, owner]).pipe(isOne),
    findItem: (queue, owner, id) =>
      run("readItems", [queue, owner, id, "one"]).pipe(
        itemsIn(queue),
        map(([item]) => item),
      ),
    listItems: (queue, owner, most) => run("readItems", [queue, owner, most, "many"]).pipe(itemsIn(queue)),
  };
}

const itemOf = (queue: Item["queue"], [id = "", owner = "", body = "", dueAt = ""]: readonly string[]): Item => ({
  queue,
  id,
  owner,
  body,
  dueAt: dueAt === "" ? null : Number(dueAt),
});
