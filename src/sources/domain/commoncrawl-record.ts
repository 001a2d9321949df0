import { z } from "zod";
import { changed } from "../kit/answer.ts";
import { webUrl } from "../kit/links.ts";
import { captureNumber, captureTime, hostOf } from "./captures.ts";

/** A crawl, as the list of crawls tells it. */
export const Crawl = z.object({ id: z.string(), name: z.string().nullish(), "cdx-api": z.string() });

export type Crawl = z.output<typeof Crawl>;

/** A capture, as a crawl's index tells it. */
const Capture = z.object({
  url: z.string(),
  timestamp: z.string(),
  mime: z.string().nullish(),
  "mime-detected": z.string().nullish(),
  status: z.string().nullish(),
  digest: z.string().nullish(),
  length: z.string().nullish(),
  offset: z.string().nullish(),
  filename: z.string().nullish(),
  languages: z.string().nullish(),
  encoding: z.string().nullish(),
  redirect: z.string().nullish(),
});

/** One JSON object a line. */
export function captureIn(line: string): z.output<typeof Capture> {
  try {
    return Capture.parse(JSON.parse(line));
  } catch {
    throw changed("commoncrawl", "a line that is no capture");
  }
}

/** What a crawl's index says of a capture. */
export function itemOf(capture: z.output<typeof Capture>, crawl: Crawl) {
  const { url, filename } = capture;
  return {
    title: url,
    url: webUrl(url),
    domain: hostOf(url),
    original: webUrl(url),
    timestamp: captureTime(capture.timestamp),
    mime: capture.mime,
    mimeDetected: capture["mime-detected"],
    statusCode: captureNumber(capture.status),
    digest: capture.digest,
    length: captureNumber(capture.length),
    offset: captureNumber(capture.offset),
    file: filename ? `https://data.commoncrawl.org/${filename}` : undefined,
    languages: capture.languages?.split(","),
    encoding: capture.encoding,
    redirect: capture.redirect,
    crawl: crawl.id,
    crawlName: crawl.name,
    index: crawl["cdx-api"],
  };
}
