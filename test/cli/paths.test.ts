import { describe, expect, it } from "vitest";
import { said } from "./in-process.ts";

/* A path where an address is wanted: nothing is asked, and the command says why. */

const PATHS = ["/no/such/file", "./x.html", "~/x.html", "C:\\x.html"];

describe.each([["extract"], ["crawl"], ["map"], ["get", "page/html_meta"]])("%s %s", (...words) => {
  it.each(PATHS)("refuses %s with status 2 and a sentence", async (path) => {
    const { status, stdout, stderr } = await said([...words.filter((word) => word !== undefined), path]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(`“${path}” is a path, not a URL`)]);
    expect(stdout.trim()).toBe("");
  });
});

it("refuses a file's URL as a target that may not be reached", async () => {
  const { status, stderr } = await said(["extract", "file:///no/such/file"]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("file: may not be reached: only http and https")]);
});
