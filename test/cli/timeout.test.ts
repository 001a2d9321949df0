import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { said } from "./in-process.ts";

/* `--timeout` ends a command whose upstream never answers. */

const open = new Set<Socket>();
let silent: Server;
let page = "";
beforeAll(async () => {
  silent = createServer((socket) => void open.add(socket.on("error", () => open.delete(socket))));
  await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
  const address = silent.address();
  page = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/page`;
});
afterAll(() => {
  for (const socket of open) socket.destroy();
  silent.close();
});

describe("--timeout", () => {
  it.each(["extract", "map"])("ends %s with a sentence", async (command) => {
    const { status, stdout, stderr } = await said([command, page, "--timeout", "1"], {
      ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8",
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/after 1 s|timeout|time was up/);
  });

  it.each(["0", "301", "soon"])("is from 1 to 300 seconds, and not %s", async (seconds) => {
    const { status, stderr } = await said(["extract", page, "--timeout", seconds]);
    expect(status).toBe(2);
    expect(stderr).toContain("--timeout");
  });
});
