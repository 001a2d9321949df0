import { concatMap, defer, map, type Observable } from "rxjs";
import { SourceError } from "../../errors.ts";
import { withDeadline } from "../../operators/withDeadline.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { NOWHERE, typeOf, type Upload } from "../uploaded.ts";
import type { ScrapedDocument } from "./document.ts";
import { planOf } from "./limits.ts";
import type { ScrapeOptions } from "./options.ts";
import { documentOf, readIn, type ScrapeDeps, shownTask } from "./scrape.ts";

const isNowhere = (url: string): boolean => url.startsWith(NOWHERE);

/** A file in the formats that are wanted of it, as `scrape` gives a page. Errors: those of reading, `timeout`, `NOT_SUPPORTED`. */
export function parseFile(file: Upload, options: ScrapeOptions, deps: ScrapeDeps): Observable<ScrapedDocument> {
  return defer(() => {
    const plan = planOf(options, { model: deps.model, browser: false });
    const type = typeOf(file);
    const { name = "" } = file;
    const response: HttpResponse = {
      url: NOWHERE,
      status: 200,
      headers: type === undefined ? {} : { "content-type": type },
      setCookie: [],
      redirects: [],
      replayed: false,
      body: Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength),
    };
    return readIn(response, shownTask(response, options, plan), deps).pipe(
      concatMap((shown) => documentOf(name, { response, shown, brought: {}, warnings: [] }, plan, deps)),
      map(({ links, images, metadata: { url: _, proxyUsed: __, cacheState: ___, ...metadata }, ...document }) => ({
        ...document,
        // A file's own addresses lead nowhere.
        ...(links && { links: links.filter((url) => !isNowhere(url)) }),
        ...(images && { images: images.filter((url) => !isNowhere(url)) }),
        metadata: { ...metadata, sourceURL: name, statusCode: 200 },
      })),
      withDeadline(
        options.timeout,
        () => new SourceError("timeout", `The file was not read within the ${options.timeout / 1000} s of timeout.`),
      ),
    );
  });
}
