import { COMPARED, distance, MAX_DISTANCE } from "../../pipelines/crawl/duplicates.ts";
import type { StoredOutcome } from "../store.ts";
import { type Sql, textIn } from "./sql.ts";

/** The band of whole texts; those of a SimHash's four blocks follow. */
const TEXT = 0;
const SHIFTS = [0n, 16n, 32n, 48n];

/** The address of the first page with this content, by the rule of `Duplicates`; else the content is remembered. */
export function originalOf(
  sql: Sql,
  task: string,
  { url = "", title, textKey, simHash }: StoredOutcome,
): string | undefined {
  if (textKey === undefined) return undefined;
  const same = sql.one(
    "SELECT url FROM content WHERE task = ? AND band = ? AND value = ?",
    task,
    TEXT,
    signed(textKey),
  );
  if (same) return textIn(same, "url");
  const blocks = simHash === undefined ? [] : SHIFTS.map((shift) => (simHash >> shift) & 0xffffn);
  for (const [index, block] of blocks.entries()) {
    const alike = sql.all(
      `SELECT CAST(sim AS TEXT) AS sim, url FROM content WHERE task = ? AND band = ? AND value = ? AND title IS ?
       ORDER BY rowid DESC LIMIT ${COMPARED}`,
      task,
      index + 1,
      block,
      title ?? null,
    );
    for (const row of alike)
      if (distance(BigInt.asUintN(64, BigInt(textIn(row, "sim"))), simHash ?? 0n) <= MAX_DISTANCE)
        return textIn(row, "url");
  }
  const remember = (band: number, value: bigint): unknown =>
    sql.run(
      "INSERT INTO content(task, band, value, sim, title, url) VALUES (?, ?, ?, ?, ?, ?)",
      task,
      band,
      value,
      signed(simHash ?? 0n),
      title ?? null,
      url,
    );
  remember(TEXT, signed(textKey));
  for (const [index, block] of blocks.entries()) remember(index + 1, block);
  return undefined;
}

const signed = (key: bigint): bigint => BigInt.asIntN(64, key);
