import { expect, it } from "vitest";
import { markdownOf } from "./read.ts";

const rtf = (body: string) =>
  Buffer.from(`{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial;}}${body}}`, "latin1");

it("decodes bytes by the charset of their font, and Unicode without what stands in for it", async () => {
  expect(await markdownOf(rtf("\\pard caf\\'e9 {\\f1 \\'cc\\'e8\\'f0} \\u8364?5 \\u-10179?\\u-8694?\\par"))).toBe(
    "café Мир €5 😊",
  );
});

it("leaves out hidden and deleted text, comments, running heads and feet", async () => {
  const body =
    "{\\header Head\\par}{\\footer 1\\par}\\pard Seen{\\v unseen}{\\deleted gone}{\\*\\annotation Why?} here.\\par";
  expect(await markdownOf(rtf(body))).toBe("Seen here.");
});

it("reads headings by outline level and by the names of styles", async () => {
  const styles = "{\\stylesheet{\\s1 heading 2;}{\\s2\\outlinelevel2 Eigen;}}";
  const body = `${styles}\\pard\\s1 One\\par\\pard\\s2 Two\\par\\pard\\outlinelevel0 Three\\par\\pard Text\\par`;
  expect(await markdownOf(rtf(body))).toBe("## One\n\n### Two\n\n# Three\n\nText");
});

it("reads cells that reach over columns and rows", async () => {
  const row = (plan: string, cells: string[]) => `\\trowd${plan}\\pard\\intbl ${cells.join("\\cell ")}\\cell\\row`;
  const body =
    row("\\trhdr\\cellx1000\\cellx2000\\cellx3000", ["A", "B", "C"]) +
    row("\\clvmgf\\cellx1000\\cellx3000", ["1", "2"]) +
    row("\\clvmrg\\cellx1000\\cellx2000\\cellx3000", ["", "3", "4"]);
  expect(await markdownOf(rtf(`${body}\\pard After.\\par`))).toBe(
    "| A | B | C |\n| --- | --- | --- |\n| 1 | 2 | 2 |\n| 1 | 3 | 4 |\n\nAfter.",
  );
});

it("refuses groups that nest too deep, and skips binary data", async () => {
  expect(await markdownOf(rtf("{".repeat(2_000) + "}".repeat(2_000)))).toMatch(/^too-large: .*nests/);
  expect(await markdownOf(rtf("\\pard a{\\*\\x\\bin3 }}}}b\\par"))).toBe("ab");
});
