import { expect, it } from "vitest";
import { markdownOf } from "./read.ts";
import { zip, zipOf } from "./zip.ts";

const ODT = { name: "mimetype", data: Buffer.from("application/vnd.oasis.opendocument.text") };

it("says that an archive is no document", async () => {
  expect(await markdownOf(zipOf({ "a.txt": "words" }))).toMatch(/^unsupported-type: The ZIP archive is no document/);
});

it("refuses an archive that is cut off", async () => {
  const whole = zipOf({ "content.xml": "<a/>".repeat(2_000) });
  expect(await markdownOf(whole.subarray(0, whole.length - 30))).toMatch(/^changed: The archive is cut off/);
});

it("refuses what unpacks to a thousand times its size, stated or not", async () => {
  const bomb = Buffer.alloc(40 * 1024 * 1024, " ");
  const stated = zip([ODT, { name: "content.xml", data: bomb }]);
  const lied = zip([ODT, { name: "content.xml", data: bomb, size: 1_000 }]);
  expect(await markdownOf(stated)).toMatch(/^too-large: .*unpacks/);
  expect(await markdownOf(lied)).toMatch(/^too-large: .*unpacks/);
});

it("refuses entries that overlap, and too many of them", async () => {
  const one = zip([ODT, { name: "content.xml", data: Buffer.from("<a/>") }]);
  // The second entry of the directory is made to lie where the first does.
  const second = one.lastIndexOf(Buffer.from("PK\x01\x02", "latin1"));
  one.writeUInt32LE(0, second + 42);
  expect(await markdownOf(one)).toMatch(/^too-large: .*overlap/);
  const many = zip(Array.from({ length: 10_001 }, (_, at) => ({ name: `e${at}`, data: Buffer.alloc(0) })));
  expect(await markdownOf(many)).toMatch(/^too-large: .*10001 entries/);
});

it("says that a document is protected by a password", async () => {
  const packed = zip([{ ...ODT, flags: 1 }]);
  expect(await markdownOf(packed)).toBe("unsupported-type: The archive is protected by a password.");
  const manifest =
    '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>';
  const odt = zipOf({
    mimetype: ODT.data.toString(),
    "META-INF/manifest.xml": manifest,
    "content.xml": "\u0001\u0002",
  });
  expect(await markdownOf(odt)).toBe("unsupported-type: The document is protected by a password.");
});

it("refuses XML that nests too deep", async () => {
  const deep = `<office:document-content><office:body>${"<text:span>".repeat(5_000)}</office:body></office:document-content>`;
  expect(await markdownOf(zipOf({ mimetype: ODT.data.toString(), "content.xml": deep }))).toMatch(
    /^too-large: .*nests/,
  );
});

it("leaves out entries whose paths lead outside", async () => {
  const content =
    "<office:document-content><office:body><office:text><text:p>Words.</text:p></office:text></office:body></office:document-content>";
  const odt = zipOf({ "../../etc/passwd": "x", mimetype: ODT.data.toString(), "content.xml": content });
  expect(await markdownOf(odt)).toBe("Words.");
});
