import type { Element } from "domhandler";
import type { Archive } from "../archive.ts";
import { type About, momentOf, propertyOf } from "../document.ts";
import { allOf, childOf, childrenOf, partOf, pathFrom, stringOf } from "../xml.ts";

/* Open Packaging Conventions (ECMA-376, part 2): parts, and their relationships to other parts and to the outside. */

interface Relationship {
  /** The last step of its type: `hyperlink`, `styles`. */
  readonly type: string;
  /** A part's path, or an address outside. */
  readonly target: string;
  readonly isOutside: boolean;
}

export type Relationships = ReadonlyMap<string, Relationship>;

export function relationshipsOf(archive: Archive, part: string): Relationships {
  const at = part.lastIndexOf("/") + 1;
  const root = partOf(archive, `${part.slice(0, at)}_rels/${part.slice(at)}.rels`);
  return new Map(
    childrenOf(root, "Relationship").map(({ attribs }) => {
      const { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode } = attribs;
      const isOutside = mode === "External";
      return [
        id,
        { type: type.slice(type.lastIndexOf("/") + 1), target: isOutside ? target : pathFrom(part, target), isOutside },
      ];
    }),
  );
}

/** The path of the part that a relationship of a type leads to. */
export const partFor = (relationships: Relationships, type: string): string | undefined =>
  [...relationships.values()].find((one) => one.type === type && !one.isOutside)?.target;

/** The root of the part that a relationship of a type leads to. */
export function rootFor(archive: Archive, relationships: Relationships, type: string): Element | undefined {
  const part = partFor(relationships, type);
  return part === undefined ? undefined : partOf(archive, part);
}

/** What a package says of itself in its core properties. */
export function aboutOf(archive: Archive): About {
  const relationships = relationshipsOf(archive, "");
  const root = rootFor(archive, relationships, "core-properties");
  const say = (name: string) => propertyOf(stringOf(childOf(root, name)));
  return {
    title: say("dc:title"),
    byline: say("dc:creator"),
    publishedDate: momentOf(stringOf(childOf(root, "dcterms:created"))),
    language: say("dc:language"),
    description: say("dc:description"),
  };
}

/** What is to be read of `mc:AlternateContent`: the first choice that has content, else the fallback, never both. */
export function alternativeOf(element: Element): Element | undefined {
  const choice = childrenOf(element, "mc:Choice").find(
    (one) => allOf(one, "w:t").length > 0 || allOf(one, "a:t").length > 0 || allOf(one, "wp:docPr").length > 0,
  );
  return choice ?? childOf(element, "mc:Fallback");
}
