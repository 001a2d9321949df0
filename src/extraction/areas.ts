import { Element } from "domhandler";
import { type Block, isHeading } from "./blocks.ts";
import { NAMED_COUNT, namedMask, TAGGED_COUNT, taggedMask } from "./hints.ts";

/** How far up the nearest ancestor of a kind is where there is none. */
const FAR = 60;
export const ANCESTRY_FEATURES = NAMED_COUNT + TAGGED_COUNT;

/** What is known of an element from the blocks below it. */
export class Area {
  readonly element: Element;
  /** The element around it; undefined for the outermost. */
  readonly up: Area | undefined;
  /** Index of its first block. */
  readonly first: number;
  words = 0;
  linkWords = 0;
  blocks = 0;
  /** Words in blocks that read like sentences. */
  prose = 0;
  headings = 0;
  /** What its author named it and what its tag says. */
  readonly named: number;
  readonly tagged: number;
  /** How many of its siblings are of its name and first class, itself included: cards, posts, rows. */
  repeats = 1;
  /** This area or the first one around it, wrappers that add no text being passed over. */
  level: Area = this;
  /** The most repetitions from here to the level. */
  levelRepeats = 1;
  /** The level's features once they are asked for, but for those that depend on the block. */
  features: Float32Array | undefined = undefined;

  constructor(element: Element, up: Area | undefined, first: number) {
    this.element = element;
    this.up = up;
    this.first = first;
    const outermost = element.name === "body" || element.name === "html";
    this.named = outermost ? 0 : namedMask(element);
    this.tagged = outermost ? 0 : taggedMask(element);
  }
}

/** The areas of the blocks' owners, one a block. */
export function areasOf(blocks: readonly Block[], prose: readonly boolean[]): Area[] {
  const areas = new Map<Element, Area>();
  /** Outer ones before inner ones. */
  const order: Area[] = [];
  const owners = blocks.map((block, index) => {
    const area = areas.get(block.owner) ?? opened(block.owner, index, areas, order);
    area.words += block.words;
    area.linkWords += block.linkWords;
    area.blocks += 1;
    if (prose[index]) area.prose += block.words;
    if (isHeading(block.owner.name)) area.headings += 1;
    return area;
  });
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const area = order[at];
    const up = area?.up;
    if (!area || !up) continue;
    up.words += area.words;
    up.linkWords += area.linkWords;
    up.blocks += area.blocks;
    up.prose += area.prose;
    up.headings += area.headings;
  }
  countRepetitions(order);
  for (const area of order) {
    const { up } = area;
    const wraps = up?.blocks === area.blocks;
    area.level = up && wraps ? up.level : area;
    area.levelRepeats = up && wraps ? Math.max(area.repeats, up.levelRepeats) : area.repeats;
  }
  return owners;
}

/** The areas of an element and of those around it that have none yet, from the outermost in. */
function opened(owner: Element, first: number, areas: Map<Element, Area>, order: Area[]): Area {
  const missing: Element[] = [];
  let up: Area | undefined;
  for (let at: unknown = owner.parent; at instanceof Element; at = at.parent) {
    up = areas.get(at);
    if (up) break;
    missing.push(at);
  }
  const open = (element: Element, around: Area | undefined) => {
    const area = new Area(element, around, first);
    areas.set(element, area);
    order.push(area);
    return area;
  };
  return open(
    owner,
    missing.reduceRight<Area | undefined>((around, element) => open(element, around), up),
  );
}

/** Writes how far up the nearest element of each name and tag is, from an area on: 0 for itself, 60 for none. */
export function writeAncestry(area: Area, row: Float32Array, from: number): void {
  row.fill(FAR, from, from + ANCESTRY_FEATURES);
  let named = 0;
  let tagged = 0;
  let up = 0;
  for (let at: Area | undefined = area; at && up < FAR; at = at.up, up += 1) {
    for (let left = at.named & ~named; left !== 0; left &= left - 1) row[from + 31 - Math.clz32(left & -left)] = up;
    for (let left = at.tagged & ~tagged; left !== 0; left &= left - 1)
      row[from + NAMED_COUNT + 31 - Math.clz32(left & -left)] = up;
    named |= at.named;
    tagged |= at.tagged;
  }
}

/** Tells each area how many of its siblings are of its kind. Areas of one parent, that are of one kind, have one count. */
function countRepetitions(areas: readonly Area[]): void {
  const counts = new Map<unknown, Map<string, { repeats: number }>>();
  const own = areas.map(({ element }) => {
    const { parent } = element;
    let siblings = counts.get(parent);
    if (!siblings) {
      siblings = new Map();
      counts.set(parent, siblings);
    }
    const kind = kindOf(element);
    let count = siblings.get(kind);
    if (!count) {
      count = { repeats: 0 };
      siblings.set(kind, count);
    }
    count.repeats += 1;
    return count;
  });
  areas.forEach((area, index) => {
    area.repeats = own[index]?.repeats ?? 1;
  });
}

function kindOf({ name, attribs }: Element): string {
  const classes = attribs["class"];
  if (!classes) return name;
  const space = classes.indexOf(" ");
  return `${name}.${classes.slice(0, Math.min(40, space < 0 ? classes.length : space))}`;
}
