import type { Fields } from "./pages.ts";

/** How a field's answers agree with the truth, counted over pages. */
class FieldTally {
  /** Pages whose truth has the field, and those of them whose answer is the same, or holds the truth or lies within it. */
  stated = 0;
  exact = 0;
  contained = 0;
  /** Pages whose truth has none, and those of them that were given one all the same. */
  without = 0;
  given = 0;

  add(found: string | undefined, truth: string | undefined): void {
    if (truth === undefined) {
      this.without += 1;
      if (found !== undefined) this.given += 1;
      return;
    }
    this.stated += 1;
    if (found === undefined) return;
    if (found === truth) this.exact += 1;
    if (found.includes(truth) || truth.includes(found)) this.contained += 1;
  }
}

/** A title as it is compared: case, white space and the shape of quotation marks and dashes do not count. */
const plainTitle = (title: string | undefined): string | undefined =>
  title
    ?.normalize("NFKC")
    .toLowerCase()
    .replace(/[‘’‛′`´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—―]/g, "-")
    .replace(/[\s\u200b]+/g, " ")
    .trim();

/** Authors as they are compared: names likewise, whatever stands between two of them. */
const plainAuthors = (authors: string | undefined): string | undefined =>
  plainTitle(authors)?.replace(/,? (?:and|&) |[,;] ?/g, ", ");

/** The three fields over pages. */
export class FieldTallies {
  readonly title = new FieldTally();
  readonly author = new FieldTally();
  readonly date = new FieldTally();

  /** @param found a date may be a moment: its day counts, as it is written */
  add(found: Fields, truth: Fields): void {
    this.title.add(plainTitle(found.title), plainTitle(truth.title));
    this.author.add(plainAuthors(found.author), plainAuthors(truth.author));
    this.date.add(found.date?.slice(0, 10), truth.date);
  }
}
