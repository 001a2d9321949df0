import { type Fields, fields, list, text } from "../../kit/shape.ts";

export interface Source {
  readonly title: string;
  readonly url: string;
  readonly content: string;
  readonly date: string;
}

/** What a research has come to so far: fed with the events of its stream. */
export class Report {
  text = "";
  results: readonly Source[] = [];
  answered = false;
  done = false;
  why = "";
  whole: Fields = {};
  /** Pages that were read, and pages that could not be. */
  read = 0;
  refused: readonly { readonly url: string; readonly error: string }[] = [];
  readonly #lanes = new Map<string, string>();
  readonly #found = new Map<string, Source>();

  /** Each source that was asked, with its state. */
  get lanes(): readonly { readonly id: string; readonly state: string }[] {
    return [...this.#lanes].map(([id, state]) => ({ id, state }));
  }

  take(event: string, data: Fields): void {
    if (event === "source") this.#lanes.set(text(data["id"]), text(data["status"]));
    if (event === "result") {
      this.#found.set(text(data["id"]), sourceOf(fields(data["item"])));
      this.results = [...this.#found.values()];
    }
    if (event === "page" && text(data["error"]))
      this.refused = [...this.refused, { url: text(data["url"]), error: text(data["error"]) }];
    else if (event === "page") this.read += 1;
    if (event === "answer") this.text += text(data["text"]);
    if (event === "done") {
      this.whole = data;
      this.done = true;
      this.text = text(data["answer"]);
      this.answered = data["answered"] === true;
      this.why = text(data["why"]);
      this.results = list(data["results"]).map((result) => sourceOf(fields(result)));
    }
  }
}

const sourceOf = (item: Fields): Source => ({
  title: text(item["title"]),
  url: text(item["url"]),
  content: text(item["content"]) || text(item["snippet"]),
  date: text(item["published_date"]) || text(item["publishedAt"]),
});

/** The answer with its references, as Markdown. */
export const markdownOf = (question: string, { text: answer, results }: Report): string =>
  [
    `# ${question}`,
    answer,
    "## Sources",
    results
      .map(({ title, url }, index) => `${index + 1}. [${(title || url).replace(/[[\]]/g, "")}](<${url}>)`)
      .join("\n"),
  ].join("\n\n");

/** The sources as BibTeX; what would end a field is left out. */
export const bibtexOf = ({ results }: Report): string =>
  results
    .map(({ title, url, date }, index) => {
      const plain = (value: string): string => value.replace(/[{}\\\n]/g, " ").trim();
      const year = /^\d{4}/.exec(date)?.[0];
      return [
        `@online{source${index + 1},`,
        `  title = {${plain(title || url)}},`,
        `  url = {${plain(url)}},`,
        ...(year ? [`  year = {${year}},`] : []),
        "}",
      ].join("\n");
    })
    .join("\n\n");
