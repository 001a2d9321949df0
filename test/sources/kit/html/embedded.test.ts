import { describe, expect, it } from "vitest";
import { jsonLd, scriptsIn } from "../../../../src/sources/kit/html/embedded.ts";

describe("scriptsIn", () => {
  it("gives the contents of the scripts whose opening tag fits", () => {
    const page = '<script type="a">1</script><SCRIPT type=b>2</SCRIPT ><script type="b">3';
    expect(scriptsIn(page, /type="?b/)).toEqual(["2", "3"]);
    expect(scriptsIn(page, /type="c"/)).toEqual([]);
  });
});

describe("jsonLd", () => {
  it("gives every object, and passes over blocks that are no JSON", () => {
    const page = `<script type="application/ld+json">{"@graph":[{"@type":"Product","name":"Pen"}]}</script>
      <script type="application/ld+json">{broken</script><script>{"@type":"Product"}</script>`;
    expect(jsonLd(page).map((node) => node["@type"])).toEqual([undefined, "Product"]);
  });
});
