import type { Element } from "domhandler";
import type { Archive } from "../archive.ts";
import { type About, type DocumentRead, momentOf, propertyOf } from "../document.ts";
import { isBroken, isEncrypted } from "../failure.ts";
import { blocksOfSheets } from "../sheets/grid.ts";
import { allOf, childOf, elementsOf, partOf, stringOf } from "../xml.ts";
import { OdfReader } from "./body.ts";
import { sheetsOf } from "./sheet.ts";
import { slidesOf } from "./slides.ts";
import { odfStylesOf } from "./styles.ts";

/**
 * An OpenDocument (ODF 1.3: text, sheet or slides) as blocks: what it shows. Deleted text, comments, running heads and feet and
 * tables of contents are left out.
 */
export function readOdf(archive: Archive, base: string): DocumentRead {
  const manifest = partOf(archive, "META-INF/manifest.xml");
  if (allOf(manifest, "manifest:encryption-data").length > 0) throw isEncrypted("The document");
  const content = partOf(archive, "content.xml");
  const body = childOf(content, "office:body");
  if (!body) throw isBroken("The document is broken: it has no body.");
  const styles = odfStylesOf([partOf(archive, "styles.xml"), content]);
  const hidden = new Set(
    allOf(content, "style:style")
      .filter(
        (style) => childOf(style, "style:drawing-page-properties")?.attribs["presentation:visibility"] === "hidden",
      )
      .map(({ attribs }) => attribs["style:name"]),
  );
  const reader = new OdfReader(styles, base, (path) =>
    partOf(archive, `${path.replace(/^\.\/|\/+$/g, "")}/content.xml`),
  );
  const blocks = elementsOf(body).flatMap((part) => {
    if (part.name === "office:spreadsheet")
      return blocksOfSheets(sheetsOf(content, part, (cell) => reader.blocks(cell)));
    if (part.name === "office:presentation")
      return slidesOf(
        part,
        (shape) => reader.shape(shape),
        ({ attribs }) => hidden.has(attribs["draw:style-name"]),
      );
    return reader.blocks(part);
  });
  return { blocks: [...blocks, ...reader.notes], about: aboutOf(partOf(archive, "meta.xml")) };
}

function aboutOf(root: Element | undefined): About {
  const meta = childOf(root, "office:meta");
  const say = (name: string) => propertyOf(stringOf(childOf(meta, name)));
  return {
    title: say("dc:title"),
    byline: say("meta:initial-creator") ?? say("dc:creator"),
    publishedDate: momentOf(say("meta:creation-date") ?? say("dc:date")),
    language: say("dc:language"),
    description: say("dc:description"),
  };
}
