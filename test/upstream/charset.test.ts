import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { decodeText } from "../../src/upstream/charset.ts";
import { processorMs } from "../support/processor-time.ts";

const read = (body: Uint8Array, contentType?: string): string =>
  decodeText({ body, headers: contentType === undefined ? {} : { "content-type": contentType } });

describe("the charset of a body", () => {
  test.each([
    ["shift_jis", "日本語テキスト"],
    ["euc-jp", "日本語テキスト"],
    ["windows-1251", "Привет, мир"],
    ["koi8-r", "Привет, мир"],
    ["gb2312", "简体中文"],
    ["gb18030", "简体中文"],
    ["big5", "繁體中文"],
    ["euc-kr", "한국어"],
    ["iso-8859-1", "déjà vu"],
    ["iso-8859-2", "žluťoučký kůň"],
    ["utf-16le", "größe"],
    ["cp437", "naïve"],
  ])("%s by the header, quoted or not", (charset, text) => {
    const body = (): Buffer => Buffer.from(iconv.encode(text, charset));
    expect(read(body(), `text/html; charset=${charset}`)).toBe(text);
    expect(read(body(), `text/html;CHARSET="${charset.toUpperCase()}"`)).toBe(text);
  });

  test.each([
    ["windows-874", "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ"],
    ["iso-8859-15", "La bicyclette coûte 120 €, livraison comprise."],
    ["iso-8859-15", "Sa sœur a mangé un œuf."],
    ["windows-1252", "Die Größe: ½ Zoll, für „große“ Häuser"],
    ["windows-1251", "Все люди рождаются свободными и равными в своём достоинстве и правах"],
    ["koi8-r", "Все люди рождаются свободными и равными в своём достоинстве и правах"],
    ["koi8-u", "Всі люди народжуються вільними і рівними у своїй гідності та правах"],
    ["windows-1253", "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα"],
    ["windows-1255", "כל בני אדם נולדו בני חורין ושווים בערכם ובזכויותיהם"],
    ["big5", "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。"],
    ["gbk", "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。"],
    ["euc-kr", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다."],
    ["euc-jp", "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。"],
  ])("%s by its bytes alone", (charset, text) => {
    expect(read(Buffer.from(iconv.encode(text, charset)))).toBe(text);
  });

  test("a byte order mark wins over the header, and is no text", () => {
    expect(read(Buffer.from("\ufeffżółć"), "text/html; charset=windows-1251")).toBe("żółć");
    expect(read(Buffer.from("\ufeffab", "utf16le"), "text/html; charset=utf-8")).toBe("ab");
    expect(read(Buffer.from([0xfe, 0xff, 0, 0x61, 0, 0x62]))).toBe("ab");
  });

  test.each([
    ['<meta charset="shift_jis">日本', "shift_jis"],
    ["<html><head><META content='text/html; charset=windows-1251' http-equiv=Content-Type>Привет", "windows-1251"],
    ['<?xml version="1.0" encoding="gb2312"?><a>中文</a>', "gb2312"],
  ])("%s by its own word", (text, charset) => {
    expect(read(Buffer.from(iconv.encode(text, charset)), "text/html")).toBe(text);
  });

  test("the header wins over the meta element", () => {
    const text = '<meta charset="windows-1251">żółć';
    expect(read(Buffer.from(text), "text/html; charset=utf-8")).toBe(text);
  });

  test("nothing declared: UTF-8 where it is valid, else windows-1252", () => {
    expect(read(Buffer.from("żółć"))).toBe("żółć");
    expect(read(Buffer.from([0x93, 0x68, 0x69, 0x94, 0xe9, 0x80]))).toBe("“hi”é€");
  });

  test("declared UTF-8 with broken bytes keeps what is whole", () => {
    expect(read(Buffer.from([0x61, 0xff, 0x62]), "text/plain; charset=utf-8")).toBe("a\ufffdb");
  });

  test("an unknown charset counts as undeclared", () => {
    expect(read(Buffer.from("żółć"), "text/html; charset=klingon")).toBe("żółć");
  });

  test("a declaration past the start is not looked for", () => {
    const body = Buffer.from(`${" ".repeat(5_000)}<meta charset="windows-1251">é`, "latin1");
    expect(read(body)).toContain("é");
  });

  test("a declaration of UTF-16 that can be read as it stands means UTF-8", () => {
    const text = '<meta charset="utf-16">żółć';
    expect(read(Buffer.from(text))).toBe(text);
  });

  test.each(["hex", "base64", "utf-7"])("%s is no charset", (label) => {
    expect(read(Buffer.from("+ADw-żółć"), `text/plain; charset=${label}`)).toBe("+ADw-żółć");
  });

  test("an empty body is empty text", () => {
    expect(read(new Uint8Array())).toBe("");
  });

  test("a hostile start is read in no time", () => {
    const body = Buffer.from("<meta ".repeat(100_000));
    const began = processorMs();
    expect(read(body)).toHaveLength(600_000);
    expect(read(Buffer.from(`${"<meta".repeat(39)} charset=${" ".repeat(3_800)}<`))).toHaveLength(4_005);
    expect(processorMs() - began).toBeLessThan(1_000);
  });
});
