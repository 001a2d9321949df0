import type { Block } from "../../markdown/nodes.ts";
import type { Archive } from "../archive.ts";
import type { DocumentRead } from "../document.ts";
import { isBroken } from "../failure.ts";
import { childOf, partOf } from "../xml.ts";
import { BodyReader, notesIn } from "./body.ts";
import { Numbering } from "./numbering.ts";
import { aboutOf, partFor, type Relationships, relationshipsOf, rootFor } from "./package.ts";
import { stylesOf } from "./styles.ts";

/**
 * A Word document (ECMA-376) as blocks: what it shows with all changes accepted. Comments, hidden text, running heads and feet and
 * tables of contents are left out; text boxes stand behind their paragraph.
 */
export function readDocx(archive: Archive, part: string, base: string): DocumentRead {
  const body = childOf(partOf(archive, part), "w:body");
  if (!body) throw isBroken("The Word document is broken: it has no body.");
  const relationships = relationshipsOf(archive, part);
  const styleOf = stylesOf(rootFor(archive, relationships, "styles"));
  const numbering = new Numbering(rootFor(archive, relationships, "numbering"));
  const notes = {
    footnote: noteSource(archive, relationships, "footnote"),
    endnote: noteSource(archive, relationships, "endnote"),
  };
  const labels = new Map<string, string>();
  const written: Block[] = [];
  const waiting: (() => Block)[] = [];
  const refer = (kind: "footnote" | "endnote", id: string): string | undefined => {
    const key = `${kind}/${id}`;
    const known = labels.get(key);
    if (known !== undefined) return known;
    const source = notes[kind];
    const note = source.notes.get(id);
    if (!note) return undefined;
    const label = String(labels.size + 1);
    labels.set(key, label);
    waiting.push(() => {
      const reader = new BodyReader({ base, relationships: source.relationships, styleOf, refer }, numbering);
      return { type: "note", label, children: reader.blocks(note) };
    });
    return label;
  };
  const blocks = new BodyReader({ base, relationships, styleOf, refer }, numbering).blocks(body);
  for (let next = waiting.shift(); next; next = waiting.shift()) written.push(next());
  return { blocks: [...blocks, ...written], about: aboutOf(archive) };
}

function noteSource(archive: Archive, relationships: Relationships, kind: "footnote" | "endnote") {
  const part = partFor(relationships, `${kind}s`);
  return {
    notes: notesIn(part === undefined ? undefined : partOf(archive, part), kind),
    relationships: part === undefined ? new Map<string, never>() : relationshipsOf(archive, part),
  };
}
