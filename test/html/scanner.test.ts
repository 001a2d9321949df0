import { Parser } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { type MarkupHandler, Scanner } from "../../src/html/scanner.ts";

/** What is opened, closed and said, neighbouring texts as one. */
class Log implements MarkupHandler {
  readonly deaf = false;
  readonly done = false;
  readonly events: string[] = [];
  #text = "";

  open({ name }: { readonly name: string }, written?: { readonly attribs: Record<string, string> }): void {
    this.#flush();
    this.events.push(`<${name} ${JSON.stringify(written?.attribs ?? {})}>`);
  }

  close(): void {
    this.#flush();
    this.events.push("</>");
  }

  text(data: string): void {
    this.#text += data;
  }

  #flush(): void {
    if (this.#text) this.events.push(this.#text);
    this.#text = "";
  }

  /** Without the ends of what is open at the page's end, which say nothing. */
  all(): string[] {
    this.#flush();
    while (this.events.at(-1) === "</>") this.events.pop();
    return this.events;
  }
}

/** The attributes that the pages below have. */
const WANTED = new Map(["class", "id", "href", "src", "hidden", "rel"].map((name) => [name, name]));

function read(html: string): string[] {
  const log = new Log();
  new Scanner(html, log, { attributes: WANTED }).scan();
  return log.all();
}

function readByHtmlparser2(html: string): string[] {
  const log = new Log();
  const parser = new Parser({
    onopentag: (name, attribs) => log.open({ name }, { attribs }),
    onclosetag: () => log.close(),
    ontext: (data) => log.text(data),
  });
  parser.end(html);
  return log.all();
}

describe("Scanner", () => {
  it.each([
    "<p class=a id='b' href=\"c\">d</p>",
    "<title>a &amp; <b>b</title>c",
    "<svg><title>a<b>c</b></title><foreignObject><p>x</foreignobject></svg>z",
    "<svg/>a<svg><a/>b</svg><LINEARGRADIENT>",
    "<math><mi>x<svg></math>y",
    "a</p>b</br>c</i>d",
    "<form>a<form>b</form>c</form>d",
    "<p href=>c",
    "<p href=a/b/>c<div/>d",
    "<p hidden/class='c'/ >d",
    "<p class=1 CLASS=2>a",
    "<!--->a<!-->b<!--x--!>c<!--y--->d<!doctype html>e<!>f<?g>h</>i</ j>k",
    "x &amp y &ampz &#38 &notit; &lt<a href='?a&copy=1&amp'>",
    "<image src=1>",
    "<plaintext>a<b>&amp;",
    "<script>a</scriptx></script >b<style><p></STYLE>c",
    "<textarea><b>&lt;</TEXTAREA>d",
    "<ul><li>a<li>b<ul><li>c</ul></ul><p>d<div>e<h1>f<h2>g",
    "<table><tbody><tr><td>a<td>b<tr><th>c<tbody><tr><td>d",
    "<select><option>a<option>b<optgroup><option>c</select><dl><dt>a<dd>b<dt>c",
    "<head><link rel=a><body>b",
    "x<3 y << z",
    "<script>a",
    "a</",
    "a<",
    "<p>a<div",
    "<p>a<s",
    "<p href='1",
    "a<!--b",
  ])("reads %s as htmlparser2 does", (html) => {
    expect(read(html)).toEqual(readByHtmlparser2(html));
  });

  it("leaves out the attributes that nobody asks for", () => {
    expect(read("<p onclick='a' class='b'>")).toEqual(['<p {"class":"b"}>']);
  });
});
