import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { firstValueFrom } from "rxjs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type StateFile, stateFile } from "../../../src/aggregate/state/database.ts";
import { closeState, stateIn } from "../../../src/aggregate/state/state.ts";
import { createRuntime } from "../../../src/runtime.ts";
import { virtualTime } from "../../marbles/virtualTime.ts";

let folder = "";
const opened: StateFile[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "state-"));
});
afterEach(() => {
  for (const file of opened.splice(0)) file.close();
  rmSync(folder, { recursive: true, force: true });
});

const FIRST = "CREATE TABLE word (text TEXT) STRICT";
const SECOND = "ALTER TABLE word ADD COLUMN n INTEGER DEFAULT 7";

function file(migrations: readonly string[] = [FIRST]): StateFile {
  const made = stateFile(folder, "words.sqlite", migrations);
  opened.push(made);
  return made;
}
const put = (into: StateFile, text: string) =>
  into.write((database) => database.prepare("INSERT INTO word (text) VALUES (?)").run(text).changes);
const words = (from: StateFile) =>
  firstValueFrom(
    from.read((database) =>
      database
        .prepare("SELECT * FROM word")
        .all()
        .map((row) => ({ ...row })),
    ),
  );

describe("stateFile", () => {
  it("opens nothing before it is used", async () => {
    const made = file();
    const later$ = put(made, "a");
    expect(readdirSync(folder)).toEqual([]);
    expect(await firstValueFrom(later$)).toBe(1);
    expect(existsSync(join(folder, "words.sqlite"))).toBe(true);
  });

  it("makes its folder", async () => {
    const made = stateFile(join(folder, "a", "b"), "words.sqlite", [FIRST]);
    opened.push(made);
    await firstValueFrom(put(made, "a"));
    expect(await words(made)).toEqual([{ text: "a" }]);
  });

  it("writes ahead, so that readers wait for nobody", async () => {
    const made = file();
    const mode = await firstValueFrom(made.read((database) => database.prepare("PRAGMA journal_mode").get()));
    expect(mode).toEqual({ journal_mode: "wal" });
  });

  it("brings a file of an older version to the newest, and keeps what it holds", async () => {
    const old = file();
    await firstValueFrom(put(old, "a"));
    old.close();
    expect(await words(file([FIRST, SECOND]))).toEqual([{ text: "a", n: 7 }]);
  });

  it("leaves a file of a newer version alone, and says so", async () => {
    await words(file([FIRST, SECOND]));
    await expect(words(file())).rejects.toMatchObject({
      kind: "internal",
      message: expect.stringMatching(/words\.sqlite cannot be used: a newer version of the service has written it\./),
    });
  });

  it("keeps nothing of a transaction that fails", async () => {
    const made = file();
    const failing$ = made.write((database) => {
      database.exec("INSERT INTO word VALUES ('half')");
      throw new Error("midway");
    });
    await expect(firstValueFrom(failing$)).rejects.toThrow("midway");
    expect(await words(made)).toEqual([]);
  });

  it("opens again what was closed", async () => {
    const made = file();
    await firstValueFrom(put(made, "a"));
    made.close();
    expect(await words(made)).toEqual([{ text: "a" }]);
  });

  const BREAKING: readonly (readonly [string, (path: string) => void])[] = [
    ["that is no database", (path) => writeFileSync(path, "garbage ".repeat(1_000))],
    [
      "with other tables",
      (path) => {
        const other = new DatabaseSync(path);
        other.exec("CREATE TABLE word (n INTEGER)");
        other.close();
      },
    ],
  ];
  it.each(BREAKING)("sets a file %s aside, and works", async (_what, breaking) => {
    breaking(join(folder, "words.sqlite"));
    const made = file();
    expect(await words(made)).toEqual([]);
    await firstValueFrom(put(made, "a"));
    expect(await words(made)).toEqual([{ text: "a" }]);
    expect(existsSync(join(folder, "words.sqlite.broken"))).toBe(true);
  });

  it("sets a file aside that breaks while it is open", async () => {
    const first = file();
    for (let nth = 0; nth < 400; nth += 1) await firstValueFrom(put(first, "x".repeat(500)));
    first.close();
    const made = file();
    expect(await words(made)).toHaveLength(400);
    writeFileSync(join(folder, "words.sqlite"), Buffer.alloc(400_000, 0x7f));
    await firstValueFrom(put(made, "a"));
    expect(await words(made)).toContainEqual({ text: "a" });
  });

  it("never says where it is", async () => {
    writeFileSync(join(folder, "file"), "");
    const made = stateFile(join(folder, "file", "inside"), "words.sqlite", [FIRST]);
    await expect(words(made)).rejects.toMatchObject({
      kind: "internal",
      message: expect.not.stringContaining(folder),
    });
  });

  it("asks a locked file again until it is free", () => {
    const made = file();
    made.read(() => 0).subscribe();
    const other = new DatabaseSync(join(folder, "words.sqlite"));
    other.exec("BEGIN IMMEDIATE");
    virtualTime(({ cold, expectObservable }) => {
      cold("60ms a|").subscribe(() => other.exec("COMMIT"));
      expectObservable(put(made, "a")).toBe("75ms (a|)", { a: 1 });
    });
    other.close();
  });

  it("gives a locked file up after five seconds, and asks no more when nobody listens", () => {
    const made = file();
    made.read(() => 0).subscribe();
    const other = new DatabaseSync(join(folder, "words.sqlite"));
    other.exec("BEGIN IMMEDIATE");
    let asked = 0;
    const counted$ = made.write(() => {
      asked += 1;
    });
    virtualTime(({ expectObservable, flush }) => {
      expectObservable(counted$, "^ 100ms !").toBe("");
      let failure: unknown;
      put(made, "a").subscribe({ error: (error: unknown) => (failure = error) });
      flush();
      expect(failure).toMatchObject({ kind: "internal", message: expect.stringMatching(/database is locked/) });
    });
    other.exec("COMMIT");
    expect(asked).toBe(0);
    other.close();
  });
});

describe("stateIn", () => {
  it("is one for a folder, opens no file by itself, and closes with the service", async () => {
    const runtime = createRuntime({ DATA_DIR: folder });
    const state = stateIn(folder);
    expect(stateIn(folder)).toBe(state);
    expect(stateIn(undefined)).not.toBe(state);
    expect(readdirSync(folder)).toEqual([]);
    const product = { product: "x", region: "US", currency: "USD" };
    await firstValueFrom(state.prices.keep(product, { date: "2026-01-01", n: 1, min: 2, median: 2 }));
    expect(readdirSync(folder)).toContain("prices.sqlite-wal");
    expect(readdirSync(folder)).not.toContain("monitor.sqlite");
    await runtime.close();
    expect(readdirSync(folder)).toEqual(["prices.sqlite"]);
    expect(await firstValueFrom(state.prices.days(product))).toHaveLength(1);
    await closeState(folder);
  });
});
