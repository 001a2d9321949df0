import { isText } from "domhandler";
import type { HttpResponse } from "../../../upstream/types.ts";
import { clip } from "../../kit/values/text.ts";
import { matchOf, type Pattern, versionIn } from "../patterns.ts";
import { Target } from "../target.ts";
import { textOf } from "../words.ts";
import { type DomCheck, type Fingerprint, fingerprints, NAMED, TEXTS } from "./fingerprints.ts";
import { MAX_ADDRESS_CHARS, type Page, pageOf } from "./view.ts";

// A type alias, not an interface: declarations of what returns it write it out, for it has no name elsewhere.
type Evidence = {
  readonly type:
    | "headers"
    | "cookies"
    | "meta"
    | "html"
    | "text"
    | "scripts"
    | "css"
    | "url"
    | "scriptSrc"
    | "dom"
    | "js"
    | "implies";
  readonly key?: string;
  readonly value?: string;
};

/** A technology that a page shows. */
interface Detected {
  readonly technology: Fingerprint;
  confidence: number;
  version: string;
  readonly evidence: Evidence[];
  readonly implied: boolean;
}

interface Detection {
  readonly found: readonly Detected[];
  /** False where time ran out: a page that makes patterns slow is hostile. */
  readonly whole: boolean;
}

/** Milliseconds of processor time for a page, its slowest technology aside: a pause of the collector's may fall into that. */
const MAX_MS = 1_000;
const MAX_ELEMENTS = 50;

/** Processor time, so that what else runs on the machine does not count. */
const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

interface Hit {
  readonly evidence: Evidence;
  readonly confidence: number;
  readonly version: string;
}

/** A pattern found in a target; a blank pattern is content with any. */
function hit(pattern: Pattern, target: Target, evidence: Omit<Evidence, "value">, shown = true): Hit[] {
  if (!pattern.source)
    return [
      { evidence, confidence: pattern.confidence, version: pattern.version.includes("\\") ? "" : pattern.version },
    ];
  const match = matchOf(pattern, target);
  if (!match) return [];
  const value = shown ? clip(match[0].replace(/\s+/g, " "), 100) : undefined;
  return [
    {
      evidence: { ...evidence, ...(value && { value }) },
      confidence: pattern.confidence,
      version: pattern.version ? versionIn(pattern, match) : "",
    },
  ];
}

function* domHits({ selector, parts, text, attributes }: DomCheck, { doc, whole }: Page): Generator<Hit> {
  if (!parts.some((all) => all.every((part) => whole.has(part)))) return;
  const evidence = { type: "dom", key: clip(selector, 100) } as const;
  if (text.length === 0 && attributes.length === 0) {
    if (doc.has(selector)) yield { evidence, confidence: 100, version: "" };
    return;
  }
  for (const el of doc.all(selector).slice(0, MAX_ELEMENTS)) {
    for (const [name, patterns] of attributes) {
      const value = el.attr(name);
      if (value !== undefined)
        for (const pattern of patterns) yield* hit(pattern, new Target(value.slice(0, MAX_ADDRESS_CHARS)), evidence);
    }
    if (text.length === 0) continue;
    const said = new Target(
      textOf(el) ?? el.node.children.map((node) => (isText(node) ? node.data.slice(0, 2_000) : "")).join(""),
    );
    for (const pattern of text) yield* hit(pattern, said, evidence);
  }
}

/** Everything of a page that speaks for a technology. */
function* hitsOf(technology: Fingerprint, page: Page): Generator<Hit> {
  for (const type of NAMED)
    for (const [name, patterns] of technology.named[type])
      for (const target of page.named[type].get(name) ?? [])
        for (const pattern of patterns) yield* hit(pattern, target, { type, key: name }, type !== "cookies");
  for (const [name, patterns] of technology.js) {
    const target = page.globals.get(name);
    if (target) for (const pattern of patterns) yield* hit(pattern, target, { type: "js", key: name });
  }
  for (const pattern of technology.scriptSrc) {
    if (!page.addresses.hasAny(pattern.literals)) continue;
    for (const address of page.scriptSrc) yield* hit(pattern, address, { type: "scriptSrc" });
  }
  for (const type of TEXTS)
    for (const pattern of technology.texts[type]) yield* hit(pattern, page.texts[type], { type });
  for (const check of technology.dom) yield* domHits(check, page);
}

function detectedBy(technology: Fingerprint, page: Page): Detected | undefined {
  const found: Detected = { technology, confidence: 0, version: "", evidence: [], implied: false };
  for (const { evidence, confidence, version } of hitsOf(technology, page)) {
    found.confidence = Math.min(100, found.confidence + confidence);
    if (version.length > found.version.length) found.version = version;
    if (found.evidence.length < 10) found.evidence.push(evidence);
  }
  return found.evidence.length > 0 ? found : undefined;
}

/** What the found ones imply, and what that implies. */
function withImplied(found: Map<string, Detected>): void {
  const { technologies } = fingerprints();
  // A map's entries that are added on the way are visited too.
  for (const [name, { technology, confidence }] of found)
    for (const { source, confidence: most, version } of technology.implies) {
      const implied = technologies.get(source);
      if (!implied || found.has(source)) continue;
      const evidence: Evidence[] = [{ type: "implies", key: name }];
      found.set(source, {
        technology: implied,
        confidence: Math.min(confidence, most),
        version: version.includes("\\") ? "" : version,
        evidence,
        implied: true,
      });
    }
}

/** Whether what a technology builds on was found. */
function isPossible({ requires, requiresCategory }: Fingerprint, found: ReadonlyMap<string, Detected>): boolean {
  if (requires.length === 0 && requiresCategory.length === 0) return true;
  return (
    requires.some((name) => found.has(name)) ||
    [...found.values()].some(({ technology }) => technology.categories.some((id) => requiresCategory.includes(id)))
  );
}

/**
 * The technologies of a page: from its headers, cookies, addresses, markup and scripts, and what those imply; from its
 * global variables too where a browser ran its scripts.
 */
export function detect(response: HttpResponse, globals: Readonly<Record<string, string>> = {}): Detection {
  const { free, bound, categories } = fingerprints();
  const page = pageOf(response, globals);
  const found = new Map<string, Detected>();
  let before = threadMs();
  let spentMs = 0;
  let slowestMs = 0;
  let whole = true;
  for (const group of [free, bound, bound]) {
    for (const technology of group) {
      if (found.has(technology.name) || !isPossible(technology, found)) continue;
      if (spentMs - slowestMs > MAX_MS) {
        whole = false;
        break;
      }
      const detected = detectedBy(technology, page);
      if (detected) found.set(technology.name, detected);
      const now = threadMs();
      spentMs += now - before;
      slowestMs = Math.max(slowestMs, now - before);
      before = now;
    }
    withImplied(found);
  }
  for (const { technology } of [...found.values()]) for (const name of technology.excludes) found.delete(name);
  const priority = ({ technology }: Detected): number =>
    Math.min(...technology.categories.map((id) => categories.get(id)?.priority ?? 9), 9);
  const order = (one: Detected, other: Detected): number =>
    priority(one) - priority(other) ||
    other.confidence - one.confidence ||
    (one.technology.name < other.technology.name ? -1 : 1);
  return { found: [...found.values()].toSorted(order), whole };
}
