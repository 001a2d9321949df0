import type { Frame } from "playwright-core";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { FLATTEN } from "./flatten.ts";
import type { Blank } from "./navigate.ts";
import { type World, worldOf } from "./world.ts";

/** So little text may be what stands around the page's own. */
const FEW_CHARS = 500;
/** A frame that fills so much of the window may be the page. */
const MAIN_SHARE = 0.6;
/** Closed shadow roots within closed shadow roots. */
const MAX_NESTING = 4;

const Flat = z.object({
  html: z.string(),
  cut: z.boolean(),
  chars: z.number(),
  customs: z.boolean(),
  frames: z.array(z.object({ url: z.string(), share: z.number() })),
});
type Flat = z.output<typeof Flat>;

const CUT = "The page went on beyond what is read of one: its end is left out.";

/** A document as it is shown, and what of it is not in it. */
export interface Flattened {
  readonly html: string;
  readonly warnings: readonly string[];
}

/**
 * The page's document as it is shown. Where it has hardly a word, closed shadow roots are looked into, and then the frame of another
 * origin that fills most of the window stands in its place; other large cross-origin frames are reported.
 */
export async function flattened(blank: Blank, world: World): Promise<Flattened> {
  const open = flatOf(await world.read(`(${FLATTEN})()`), blank);
  const whole = open.chars < FEW_CHARS && open.customs ? await withClosed(world, open, blank) : open;
  const [frame] = whole.frames;
  const main =
    whole.chars < FEW_CHARS && frame && frame.share > MAIN_SHARE ? await framed(blank, frame.url) : undefined;
  const { html, cut } = main && main.chars > whole.chars ? main : whole;
  const unread = whole.frames.filter(({ url }) => !main || url !== frame?.url);
  return {
    html,
    warnings: [
      ...(cut ? [CUT] : []),
      ...unread.map(({ url }) => `A frame of ${URL.parse(url)?.host ?? url} is not in the text.`),
    ],
  };
}

function flatOf(value: unknown, { page }: Blank): Flat {
  const read = Flat.safeParse(value);
  if (!read.success) throw new SourceError("timeout", `${page.url()} did not let itself be read.`);
  return read.data;
}

/** Custom elements without a shadow root that lets itself be found, in the document and in given roots. */
const HOSTS = `(...roots) => [document, ...roots].flatMap((root) => {
  const { querySelectorAll } = (root instanceof Document ? Document : DocumentFragment).prototype;
  const hosts = [...querySelectorAll.call(root, "*")].filter((one) => one.localName.includes?.("-") && !one.shadowRoot);
  return hosts.slice(0, 100);
})`;

/** The document with its closed shadow roots in their places. */
async function withClosed(world: World, open: Flat, blank: Blank): Promise<Flat> {
  let roots: readonly { readonly objectId: string }[] = [];
  for (let level = 0; level < MAX_NESTING; level += 1) {
    const hosts = await world.objects(HOSTS, roots);
    const found: { objectId: string }[] = [];
    for (const host of hosts) {
      const objectId = await world.shadowRootOf(host);
      if (objectId !== undefined) found.push({ objectId });
    }
    // Those of the levels before are among them.
    if (found.length <= roots.length) break;
    roots = found;
  }
  return roots.length === 0 ? open : flatOf(await world.call(FLATTEN, [{ value: "" }, ...roots]), blank);
}

/** The document of a frame of another origin, with its links made absolute; undefined where it is gone. */
async function framed(blank: Blank, url: string): Promise<Flat | undefined> {
  const frame = blank.page
    .mainFrame()
    .childFrames()
    .find((child) => child.url() === url);
  const world = frame && (await worldIn(blank, frame));
  return world && flatOf(await world.read(`(${FLATTEN})(${JSON.stringify(frame.url())})`), blank);
}

/** A frame of another site has a process and a session of its own, but where sites are not isolated. */
async function worldIn({ page, session }: Blank, frame: Frame): Promise<World | undefined> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const inside = frameTree.childFrames?.find((child) => child.frame.url === frame.url());
  if (inside) return worldOf(session, inside.frame.id);
  if (frame.isDetached()) return undefined;
  return worldOf(await page.context().newCDPSession(frame));
}
