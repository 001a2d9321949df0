import { type Fields, fields, list, number, text, texts, webAddress } from "../../kit/shape.ts";

/** The longest text of a result that is shown: upstreams may send anything. */
const LONGEST = 700;
/** How much of a rank counts in reciprocal rank fusion (Cormack et al., 2009). */
const RANK_DAMPING = 60;

export interface Part {
  readonly name: string;
  readonly value: number;
}

export interface Result {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly shownUrl: string;
  /** The host, for the filter; empty where it has no address. */
  readonly site: string;
  readonly snippet: string;
  readonly engines: readonly string[];
  readonly date: string;
  readonly picture: string | undefined;
  readonly score: number | undefined;
  readonly facts: readonly string[];
  readonly item: Fields;
}

export interface Lane {
  readonly id: string;
  /** `pending`, then what the service says: `ok`, `empty`, `stale`, or the kind of its failure. */
  readonly state: string;
  readonly items: number;
  readonly ms: number | undefined;
  readonly error: string;
}

const short = (value: unknown): string => {
  const whole = text(value);
  return whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole;
};

/** A result as it is shown, of an item of any source. */
function resultOf(id: string, item: Fields, score?: number): Result {
  const url = text(item["url"]);
  const engines = texts(item["engines"]);
  return {
    id,
    title: short(item["title"]) || short(url) || "—",
    url: short(url),
    shownUrl: pathOf(url.slice(0, LONGEST)),
    site: URL.parse(url.slice(0, LONGEST))?.host.replace(/^www\./, "") ?? "",
    snippet: short(item["snippet"]),
    engines: engines.length > 0 ? engines : [text(item["source"])],
    date: text(item["publishedAt"]) || text(item["updatedAt"]),
    picture: webAddress(item["thumbnail"]) ?? webAddress(item["image"]),
    score: score ?? number(item["score"]),
    facts: factsOf(item),
    item,
  };
}

/** `example.org › guide › overview`; the text itself where it is no address of the web. */
function pathOf(url: string): string {
  const parsed = webAddress(url) && URL.parse(url);
  if (!parsed) return url;
  const names = parsed.pathname.split("/").filter(Boolean).map(decoded);
  return [parsed.host.replace(/^www\./, ""), ...names].join(" › ");
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** What of an item is worth a word beside its title, in the item's own terms. */
function factsOf(item: Fields): readonly string[] {
  const price = number(item["price"]);
  const shown = (name: string): string => text(item[name]) || String(number(item[name]) ?? "");
  const facts = [
    price === undefined ? "" : `${price} ${text(item["currency"])}`.trim(),
    text(item["version"]),
    text(item["publisher"]),
    text(item["author"]) || texts(item["authors"]).slice(0, 3).join(", "),
    text(fields(item["venue"])["name"]),
    shown("license"),
    number(item["width"]) && number(item["height"]) ? `${item["width"]} × ${item["height"]}` : "",
    number(item["stars"]) === undefined ? "" : `★ ${item["stars"]}`,
    text(item["address"]),
  ];
  return facts.filter(Boolean).map((fact) => fact.slice(0, 80));
}

/** The parts of an explained score. */
function partsOf(explain: unknown): readonly Part[] {
  const { ranks, ...parts } = fields(explain);
  return [
    ...Object.entries(parts).flatMap(([name, value]) => {
      const known = number(value);
      return known === undefined ? [] : [{ name, value: known }];
    }),
    ...list(ranks).flatMap((rank) => {
      const { engine, rank: place } = fields(rank);
      const known = number(place);
      return known === undefined ? [] : [{ name: `#${known} ${text(engine)}`, value: 1 / known }];
    }),
  ];
}

/** What a search has come to so far: fed with the events of its stream. */
export class Found {
  readonly lanes = new Map<string, Lane>();
  readonly byId = new Map<string, Result>();
  order: string[] = [];
  explained = new Map<string, readonly Part[]>();
  ms: number | undefined;
  readonly #scores = new Map<string, number>();

  /** The results in their present order. */
  get results(): readonly Result[] {
    return this.order.flatMap((id) => this.byId.get(id) ?? []);
  }

  get pending(): readonly Lane[] {
    return [...this.lanes.values()].filter(({ state }) => state === "pending");
  }

  expect(ids: readonly string[]): void {
    for (const id of ids) this.lanes.set(id, { id, state: "pending", items: 0, ms: undefined, error: "" });
  }

  /** An event of `GET /search`. */
  take(event: string, data: Fields): void {
    if (event === "source") this.#lane(text(data["id"]), text(data["status"]), data, number(data["items"]) ?? 0);
    if (event === "result") {
      const id = text(data["id"]);
      this.#place(resultOf(id, fields(data["item"]), number(data["score"])), (number(data["rank"]) ?? 1) - 1);
    }
    if (event === "done") this.#end(data);
  }

  /** What one parser of `POST /batch` came to: its items are merged with the others' by their ranks. */
  takeBatch(value: Fields): void {
    const id = text(value["parser"]);
    const items = list(value["items"]).map(fields);
    this.#lane(
      id,
      value["success"] === true ? (items.length > 0 ? "ok" : "empty") : text(value["code"]),
      value,
      items.length,
    );
    for (const [index, item] of items.entries()) {
      const address = text(item["url"]).slice(0, LONGEST) || `${id}#${index}`;
      const before = this.byId.get(address);
      const engines = [...new Set([...(before?.engines ?? []), text(item["source"])])];
      const part = 1 / (RANK_DAMPING + index + 1);
      const score = (this.#scores.get(address) ?? 0) + part;
      const engine = text(item["source"]) || id;
      this.#scores.set(address, score);
      this.explained.set(address, [
        ...(this.explained.get(address) ?? []),
        { name: `#${index + 1} ${engine}`, value: part },
      ]);
      this.byId.set(address, { ...(before ?? resultOf(address, item)), engines, score });
    }
    this.order = [...this.byId.keys()].sort((a, b) => (this.#scores.get(b) ?? 0) - (this.#scores.get(a) ?? 0));
  }

  #lane(id: string, status: string, said: Fields, items: number): void {
    const state = status === "started" ? "pending" : status;
    const error = text(said["error"]) || text(said["note"]);
    this.lanes.set(id, { id, state, items, ms: number(said["time_ms"]), error });
  }

  #place(result: Result, at: number): void {
    if (this.byId.has(result.id)) this.order.splice(this.order.indexOf(result.id), 1);
    this.byId.set(result.id, result);
    this.order.splice(Math.max(0, at), 0, result.id);
  }

  /** The final order, with the scores explained. */
  #end(data: Fields): void {
    this.ms = number(data["time_ms"]);
    const idOf = new Map([...this.byId.values()].map(({ id, url }) => [url, id]));
    const explained = new Map<string, readonly Part[]>();
    const order = list(data["items"]).flatMap((entry) => {
      const item = fields(entry);
      const id = idOf.get(short(item["url"]));
      if (id === undefined) return [];
      this.byId.set(id, resultOf(id, item));
      explained.set(id, partsOf(item["explain"]));
      return [id];
    });
    if (order.length === 0) return;
    const left = new Set(order);
    this.order = [...order, ...this.order.filter((id) => !left.has(id))];
    this.explained = explained;
  }
}
