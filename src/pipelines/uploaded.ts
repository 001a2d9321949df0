import { map, type Observable } from "rxjs";
import type { Client } from "../admission/client.ts";
import { SourceError } from "../errors.ts";
import { contentOf, type ExtractDeps } from "./extract.ts";

/** A file that somebody hands over to be read. */
export interface Upload {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  readonly name: string | undefined;
}

/** What a file says; absent where it does not say it. */
export interface FileContent {
  readonly text: string;
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  /** ISO 8601. */
  readonly published_date?: string | undefined;
  /** BCP 47. */
  readonly language?: string | undefined;
  readonly description?: string | undefined;
}

/** Media types of files that are sent as mere bytes, by the ends of their names. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    csv: "text/csv",
    htm: "text/html",
    html: "text/html",
    json: "application/json",
    markdown: "text/markdown",
    md: "text/markdown",
    tsv: "text/tab-separated-values",
    txt: "text/plain",
    xml: "application/xml",
  }),
);

/** The media type of a file: as it is stated, or by the end of its name. */
export const typeOf = ({ contentType, name = "" }: Upload): string | undefined => {
  const stated = contentType?.split(";")[0]?.trim().toLowerCase();
  const known = stated !== undefined && stated !== "application/octet-stream" && stated !== "";
  return known ? contentType : TYPES.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "");
};

/** No address: what a file's own links are relative to. */
export const NOWHERE = "https://upload.invalid/";

/** The text and metadata of a file; `unsupported-type` where it is none that can be read, or has no text. */
export function readUpload(
  upload: Upload,
  deps: Pick<ExtractDeps, "read" | "reader"> & { readonly client?: Client | undefined } = {},
): Observable<FileContent> {
  const type = typeOf(upload);
  const headers: Readonly<Record<string, string>> = type === undefined ? {} : { "content-type": type };
  return contentOf({ body: upload.bytes, headers, url: NOWHERE }, { format: "text" }, deps).pipe(
    map((extraction) => {
      if (!extraction.ok) throw new SourceError("unsupported-type", extraction.failure.error);
      const { text, title, byline: author, publishedDate: published_date, language, description } = extraction.page;
      return { text, title, author, published_date, language, description };
    }),
  );
}
