/** The formats a whole answer can have. */
export const FORMATS = ["json", "csv", "xml"] as const;
export type Format = (typeof FORMATS)[number];

export const isFormat = (value: unknown): value is Format => FORMATS.some((format) => format === value);

/** All that an answer can travel as: a format, or the events as they happen. */
export type Wire = Format | "sse" | "ndjson";

export const CONTENT_TYPE: Readonly<Record<Wire, string>> = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  xml: "application/xml; charset=utf-8",
  sse: "text/event-stream; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
};

const WIRE_OF: ReadonlyMap<string, Wire> = new Map(
  Object.entries<Wire>({
    "application/json": "json",
    "text/html": "json",
    "*/*": "json",
    "text/csv": "csv",
    "application/xml": "xml",
    "text/xml": "xml",
    "text/event-stream": "sse",
    "application/x-ndjson": "ndjson",
  }),
);

/**
 * What an answer travels as: `format=csv|xml` decides, then the type that `Accept` likes best of those we have, then
 * JSON. A `format` that is none gives JSON. `format=json` leaves the choice of a stream to `Accept`.
 */
export function wireFor(format: unknown, accept: string | undefined): Wire {
  if (format === "csv" || format === "xml") return format;
  const liked = likedBest(accept);
  if (format === undefined) return liked;
  return format === "json" && isStream(liked) ? liked : "json";
}

/** Whether the events travel as they happen, rather than a whole answer at their end. */
export const isStream = (wire: Wire): wire is "sse" | "ndjson" => wire === "sse" || wire === "ndjson";

/** A failure is told whole, so a stream's client gets it as JSON. */
export const wholeOf = (wire: Wire): Format => (wire === "csv" || wire === "xml" ? wire : "json");

/** Whether a person's browser asks, rather than a program: a page is what it names before any other. */
export const wantsPage = (accept: string | undefined): boolean => accepted(accept)[0]?.type === "text/html";

const likedBest = (accept: string | undefined): Wire => accepted(accept)[0]?.wire ?? "json";

/** The types of `Accept` that we have, the one liked best first. */
function accepted(accept = ""): readonly { readonly type: string; readonly wire: Wire | undefined }[] {
  return accept
    .slice(0, 1000)
    .split(",")
    .map((entry) => {
      const [type = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
      return { type, wire: WIRE_OF.get(type), quality: Number(quality) || 0 };
    })
    .filter(({ wire, quality }) => wire !== undefined && quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
}
