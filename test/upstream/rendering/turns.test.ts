import { describe, expect, it } from "vitest";
import { Turns } from "../../../src/upstream/rendering/turns.ts";

const item = (name: string, client: string, weight = 1) => ({
  name,
  client: { id: client, weight },
  host: name.charAt(0),
});
const anybody = () => true;

function filled(...items: readonly ReturnType<typeof item>[]) {
  const turns = new Turns<ReturnType<typeof item>>();
  for (const one of items) turns.push(one);
  return turns;
}

const drained = (turns: ReturnType<typeof filled>, accepts: (client: string) => boolean = anybody): string[] => {
  const names: string[] = [];
  for (let next = turns.take(accepts); next; next = turns.take(accepts)) names.push(next.name);
  return names;
};

describe("Turns", () => {
  it("take clients by turns, and the hosts of one by turns", () => {
    const [x1, x2, x3, y1, z1] = [item("x1", "a"), item("x2", "a"), item("x3", "a"), item("y1", "a"), item("z1", "b")];
    expect(drained(filled(x1, x2, x3, y1, z1))).toEqual(["x1", "z1", "y1", "x2", "x3"]);
  });

  it("take one that is not accepted only where no other waits", () => {
    const turns = filled(item("x1", "a"), item("x2", "a"), item("z1", "b"));
    expect(drained(turns, (client) => client !== "a")).toEqual(["z1", "x1", "x2"]);
    expect(turns.size).toBe(0);
  });

  it("forget who left, and drop of the client with most", () => {
    const [x1, x2, y1, z1] = [item("x1", "a"), item("x2", "a"), item("y1", "a"), item("z1", "b")];
    const turns = filled(x1, x2, y1, z1);
    turns.delete(x1);
    turns.delete(x1);
    expect(turns.dropLongest({ id: "c", weight: 1 })?.client.id).toBe("a");
    expect(turns.dropLongest({ id: "c", weight: 1 })).toBeUndefined();
    expect(drained(turns)).toHaveLength(2);
    expect([...turns]).toEqual([]);
  });

  it("serve each of twenty hosts once before any again", () => {
    const hosts = [..."abcdefghijklmnopqrst"];
    const turns = filled(...hosts.flatMap((host) => [item(`${host}1`, "one"), item(`${host}2`, "one")]));
    const names = drained(turns);
    expect(new Set(names.slice(0, 20).map((name) => name.charAt(0))).size).toBe(20);
    expect(names).toHaveLength(40);
  });
});
