import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

export interface Page {
  readonly id: string;
  readonly url: string;
  readonly type: string;
  readonly truth: string;
  readonly html: string;
  readonly held: boolean;
  readonly fold: number;
}

export const WCXB = new URL("../../../../shared/benchmarks/wcxb/dev/", import.meta.url);

/** A number that every page of a domain shares (FNV-1a). */
export function domainHash(url: string | undefined): number {
  const host = (URL.parse(url ?? "")?.hostname ?? url ?? "").replace(/^www\./, "").split(".").slice(-2).join(".");
  let hash = 0x811c9dc5;
  for (const char of host) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

export function pages(which: "held" | "look"): Page[] {
  return readdirSync(new URL("ground-truth/", WCXB))
    .sort()
    .flatMap((name) => {
      const truth = JSON.parse(readFileSync(new URL(`ground-truth/${name}`, WCXB), "utf8"));
      const hash = domainHash(truth.url);
      const held = hash % 3 === 0;
      if (held !== (which === "held")) return [];
      const id = name.replace(".json", "");
      const primary: string = truth._internal.page_type.primary;
      return {
        id,
        url: truth.url ?? "",
        type: primary === "category" ? "collection" : primary,
        truth: truth.ground_truth.main_content ?? "",
        html: gunzipSync(readFileSync(new URL(`html/${id}.html.gz`, WCXB))).toString("utf8"),
        held,
        fold: Math.floor(hash / 3) % 4,
      };
    });
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

export function f1(predicted: string, truth: string): number {
  const have = wordsOf(predicted);
  const want = wordsOf(truth);
  if (have.length === 0 || want.length === 0) return have.length === want.length ? 1 : 0;
  const counts = new Map<string, number>();
  for (const word of want) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of have) {
    const left = counts.get(word) ?? 0;
    if (left > 0) {
      shared += 1;
      counts.set(word, left - 1);
    }
  }
  return (2 * shared) / (have.length + want.length);
}
