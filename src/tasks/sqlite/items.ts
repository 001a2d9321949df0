import { randomUUID } from "node:crypto";
import type { Item, StoreOperations } from "../store.ts";
import { numberIn, type Row, type Sql, textIn } from "./sql.ts";

type ItemOperations = Pick<
  StoreOperations,
  "addItem" | "takeItems" | "saveItem" | "replaceItem" | "removeItem" | "findItem" | "listItems"
>;

const COLUMNS = "queue, id, owner, body, due_at";

/** What is to be done at a time. */
export const itemsOn = (sql: Sql): ItemOperations => ({
  addItem: ({ queue, id, owner, body, dueAt }) =>
    sql.run(
      "INSERT INTO item(queue, id, owner, body, due_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      queue,
      id,
      owner,
      body,
      dueAt,
    ) > 0,
  takeItems: (queue, process, most) =>
    sql
      .all(
        `SELECT ${COLUMNS} FROM item WHERE queue = ? AND process IS NULL AND due_at <= ? ORDER BY due_at LIMIT ?`,
        queue,
        Date.now(),
        most,
      )
      .map((row) => {
        const token = randomUUID();
        const item = itemOf(queue, row);
        sql.run("UPDATE item SET process = ?, token = ? WHERE queue = ? AND id = ?", process, token, queue, item.id);
        return { ...item, token };
      }),
  saveItem: ({ queue, id, token, body, dueAt }, hold) =>
    sql.run(
      `UPDATE item SET body = ?1, due_at = ?2, process = iif(?3, process, NULL), token = iif(?3, token, NULL)
       WHERE queue = ?4 AND id = ?5 AND token = ?6`,
      body,
      dueAt,
      hold ? 1 : 0,
      queue,
      id,
      token,
    ) > 0,
  replaceItem: ({ queue, id, owner, body, dueAt }) =>
    sql.run(
      "UPDATE item SET body = ?, due_at = ?, process = NULL, token = NULL WHERE queue = ? AND id = ? AND owner = ?",
      body,
      dueAt,
      queue,
      id,
      owner,
    ) > 0,
  removeItem: (queue, owner, id) =>
    sql.run("DELETE FROM item WHERE queue = ? AND id = ? AND owner = ?", queue, id, owner) > 0,
  findItem(queue, owner, id) {
    const row = sql.one(`SELECT ${COLUMNS} FROM item WHERE queue = ? AND id = ? AND owner = ?`, queue, id, owner);
    return row && itemOf(queue, row);
  },
  listItems: (queue, owner, most) =>
    sql
      .all(`SELECT ${COLUMNS} FROM item WHERE queue = ? AND owner = ? ORDER BY id LIMIT ?`, queue, owner, most)
      .map((row) => itemOf(queue, row)),
});

const itemOf = (queue: Item["queue"], row: Row): Item => ({
  queue,
  id: textIn(row, "id"),
  owner: textIn(row, "owner"),
  body: textIn(row, "body"),
  dueAt: row["due_at"] === null ? null : numberIn(row, "due_at"),
});
