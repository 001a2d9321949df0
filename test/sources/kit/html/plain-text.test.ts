import { describe, expect, it } from "vitest";
import { plainText } from "../../../../src/sources/kit/html/plain-text.ts";

describe("plainText", () => {
  it.each([
    ["Ecology &amp; Forecasts", "Ecology & Forecasts"],
    ["It&#8216;s &quot;so&quot;", 'It‘s "so"'],
    ["twice &amp;#8216;so&amp;#8217;", "twice ‘so’"],
    ["<i>Pinus contorta</i> at 5&nbsp;m", "Pinus contorta at 5 m"],
    ["H<sub>2</sub>O", "H2O"],
    ["<jats:p>Trees climb.</jats:p>", "Trees climb."],
    ["&lt;p&gt;Trees &amp;amp; shrubs&lt;/p&gt;", "Trees & shrubs"],
    [
      "<h3>The role</h3><p>You <b>do</b> it.</p><ul><li>well</li><li>often</li></ul>",
      "The role\nYou do it.\nwell\noften",
    ],
    ["one<br>two<br/>three", "one\ntwo\nthree"],
  ])("reads %j as %j", (written, text) => {
    expect(plainText(written)).toBe(text);
  });

  it.each([
    "a < b and c > d",
    "if a<b then",
    "Map<String, List>",
    "How do I center my <div> element?",
    "AT&T",
    "R&D;",
    "a & b",
  ])("leaves %j as it is", (written) => {
    expect(plainText(written)).toBe(written);
  });

  it("takes time in proportion to the text, however its tags are written", () => {
    const started = process.cpuUsage();
    for (const hostile of ["<b>", "<b ", "</i>", "&amp", "<p", "&#8216"]) plainText(hostile.repeat(50_000));
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(4000);
  });
});
