import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstValueFrom } from "rxjs";
import { afterAll, expect, it } from "vitest";
import { bodiesOf, folderBodies, redisBodies } from "../../../src/tasks/redis/bodies.ts";

const folder = mkdtempSync(join(tmpdir(), "bodies-"));
afterAll(() => rmSync(folder, { recursive: true }));
const bodies = folderBodies(folder);

it("keeps the pages of tasks in a folder, gives them in their order, and deletes them with their task", async () => {
  const texts = ["one", "two ".repeat(10_000), "drei, ÄÖÜ"];
  const references = await Promise.all(texts.map((text, n) => firstValueFrom(bodies.put("task-1", `p-${n}`, text))));
  for (const reference of references) expect(reference.length).toBeLessThan(20);
  expect(await firstValueFrom(bodiesOf(bodies, "task-1", references.toReversed()))).toEqual(texts.toReversed());
  expect(readdirSync(folder)).toEqual(["task-1"]);
  expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith(".part"))).toEqual([]);
  await firstValueFrom(bodies.forget("task-1"));
  expect(readdirSync(folder)).toEqual([]);
  await firstValueFrom(bodies.forget("task-1"));
});

it("reads what was kept in Redis before the folder was set, and says where a page is that is not there", async () => {
  const inRedis = await firstValueFrom(redisBodies().put("task-2", "p-0", "kept"));
  expect(await firstValueFrom(bodies.get("task-2", inRedis))).toBe("kept");
  const inFile = await firstValueFrom(bodies.put("task-2", "p-1", "kept"));
  expect(() => redisBodies().get("task-2", inFile)).toThrow(/lies in a folder \(TASKS_BODIES_DIR\)/);
});

it.each(["../../etc/passwd", "a/b", "", "x".repeat(101)])(
  "follows no reference out of the folder: %j",
  async (name) => {
    const reference = Buffer.concat([Buffer.of(1), Buffer.from(name)]);
    await expect(firstValueFrom(bodies.get("task-3", reference))).rejects.toThrow(/none of a body/);
    await expect(firstValueFrom(bodies.put(`../${name}`, "p", "text"))).rejects.toThrow(/none of a body/);
  },
);
