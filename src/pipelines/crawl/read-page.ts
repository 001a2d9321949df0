import type { PageLink } from "../../extraction/page.ts";
import { readBody } from "../../extraction/read.ts";
import { wallBefore } from "../../sources/kit/responses/refusals.ts";
import { decodeText } from "../../upstream/charset.ts";
import { RENDERED_HEADER } from "../../upstream/rendered-header.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { keyOfAddress } from "./address-key.ts";
import { simHash } from "./fingerprint.ts";
import type { Links, Reading, ReadingTask } from "./reading.ts";
import { siteOf } from "./scope.ts";
import { keyOf } from "./seen.ts";
import { withoutSession } from "./traps.ts";

/** So little text may be a wall's, which is then looked for. */
const FEW_CHARS = 1000;

/** Reads one body: its content, what tells it from other pages, and where it leads. */
export async function readPage(task: ReadingTask, bytes: Uint8Array): Promise<Reading> {
  const { url, status, headers, markdown, images, sites, exact } = task;
  const response: HttpResponse = { url, status, headers, body: bytes, setCookie: [], redirects: [], replayed: false };
  const extraction = await readBody({
    bytes,
    text: () => decodeText(response),
    contentType: headers["content-type"],
    url,
    markdown,
    images,
    linkTexts: false,
    authorship: false,
    scripting: task.scripting,
    shown: RENDERED_HEADER in headers,
  });
  const { words, scripting } = extraction;
  const leads = {
    ...linksTo(extraction.ok ? extraction.page.links : (extraction.links ?? []), sites, exact),
    ...(words !== undefined && { words }),
    ...(scripting && { scripting }),
  };
  const said = extraction.ok ? extraction.page.text : "";
  const few = extraction.ok ? said.length < FEW_CHARS : extraction.failure.code === "empty";
  const wall = few ? wallBefore(response, said) : undefined;
  if (wall) return { ok: false, code: wall.kind, error: wall.message, ...leads };
  if (!extraction.ok) return { ok: false, ...extraction.failure, ...leads };
  const { page } = extraction;
  const { title, favicon, text } = page;
  return {
    ok: true,
    ...(title !== undefined && { title }),
    ...(favicon !== undefined && { favicon }),
    content: markdown ? (page.markdown ?? text) : text,
    images: images ? page.images : [],
    textKey: keyOf(text),
    simHash: simHash(text),
    ...leads,
  };
}

/** A link's host with its port; addresses are absolute and as the URL parser writes them. */
const HOST = /^https?:\/\/(?:[^/@]*@)?([^/]*)/;

/** Where links lead that are on the sites wanted; `exact`: their keys are those of the addresses as they are written. */
export function linksTo(
  found: readonly Pick<PageLink, "url">[],
  sites: readonly string[] | undefined,
  exact = false,
): Links {
  const wanted = sites && new Set(sites);
  const links = found
    .filter(({ url }) => !wanted || wanted.has(siteOf({ host: HOST.exec(url)?.[1] ?? "" })))
    .map(({ url }) => withoutSession(url));
  return { links, keys: BigUint64Array.from(links, (link) => keyOfAddress(link, exact)) };
}
