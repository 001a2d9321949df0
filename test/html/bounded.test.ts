import { textContent } from "domutils";
import { describe, expect, it } from "vitest";
import { boundedDocument } from "../../src/html/bounded.ts";
import { processorMs } from "../support/processor-time.ts";

const XML = { xmlMode: true, decodeEntities: true };

describe("boundedDocument", () => {
  it("reads a document of any length, entities across pieces included", () => {
    const text = `<r>${"<a>x &amp; y</a>".repeat(5_000)}</r>`;
    expect(textContent(boundedDocument(text, XML))).toBe("x & y".repeat(5_000));
  });

  it("stops where nobody nests any more, in time", () => {
    const started = processorMs();
    const root = boundedDocument(`<r>kept${"<a>".repeat(400_000)}lost`, XML);
    expect(processorMs() - started).toBeLessThan(2_000);
    expect(textContent(root)).toBe("kept");
  });
});
