import { firstValueFrom, of } from "rxjs";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { createBrowser } from "../../../src/upstream/browser.ts";
import { findChromium } from "../../../src/upstream/find-chromium.ts";
import { createGuard } from "../../../src/upstream/guard.ts";
import { BY_THE_CLOCK } from "../../support/until.ts";
import { loopback } from "../loopback.ts";

const config = readConfig({ ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
const guard = createGuard(config, (host) => of(host === "inner.test" ? ["10.0.0.1"] : ["127.0.0.1"]));
const installed = findChromium(readConfig(process.env)) !== undefined;

/** What asks for consent, in the words of several languages. */
const DIALOGS = [
  ["Wij gebruiken cookies om het gebruik te meten.", "Alles accepteren", "Weigeren"],
  ["Ta strona przetwarza dane osobowe w celu analizy ruchu.", "Akceptuję wszystkie", "Odrzuć"],
  ["Vi använder kakor för att mäta trafiken.", "Godkänn alla", "Avvisa"],
  ["Vi bruger cookies til at huske dine indstillinger.", "Tillad alle", "Afvis"],
  ["Käytämme evästeitä sivuston parantamiseen.", "Hyväksy kaikki", "Hylkää"],
  ["Tento web používá soubory cookie.", "Přijmout vše", "Odmítnout"],
  ["Bu sitede çerezler kullanılmaktadır.", "Tümünü kabul et", "Reddet"],
  ["我们使用 Cookie 来分析网站流量。", "全部接受", "拒绝"],
  ["このサイトはクッキーを使用します。", "すべて許可", "拒否"],
  ["Wir und unsere Partner verarbeiten Daten: Datenschutz.", "Alle akzeptieren", "Ablehnen"],
];

const LARGE = Buffer.alloc(20_000_000, "a");
const PAGES: Record<string, string> = {
  "/shadow": `<body><x-page><b slot="name">In the slot</b></x-page><script>
    customElements.define("x-page", class extends HTMLElement { constructor() { super();
      this.attachShadow({ mode: "open" }).innerHTML = "<style>p{color:red}</style><p>In the shadow</p><slot name=name></slot><x-inner></x-inner>"; } });
    customElements.define("x-inner", class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<p>Deeper</p>"; } });
  </script>`,
  "/frames": `<body><iframe src="/framed"></iframe><iframe srcdoc="<p>Of its own source</p>"></iframe>`,
  "/framed": `<p>In the frame <a href="next">next</a>`,
  "/closed": `<body><x-outer></x-outer><script>
    const closed = (name, html) => customElements.define(name, class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "closed" }).innerHTML = html; } });
    closed("x-outer", "<p>In a closed root</p><x-inmost></x-inmost>"); closed("x-inmost", "<p>In one within it</p>");
    document.body.append(Object.assign(document.createElement("img"), { name: "querySelectorAll" }));</script>`,
  "/late": `<body><div id=app><p class=spinner>Loading…</p></div><script>
    fetch("/data/1").then(r => r.text()).then(() => setTimeout(() => fetch("/data/2").then(r => r.text())
      .then(text => { document.querySelector("#app").innerHTML = "<article>" + text.repeat(40) + "</article>"; }), 700));</script>`,
  "/data/1": "one",
  "/data/2": "Late words. ",
  "/hidden": `<body><style>.gone{display:none}.unseen{visibility:hidden}</style><p>Seen</p><p class=gone>Gone</p><p class=unseen>Unseen <b style="visibility:visible">but this</b></p>
    <div role=tabpanel class=gone>Second tab</div><div class=banner style="position:fixed;bottom:0"><p>We use cookies.</p><button>Accept all</button></div>
    <script>document.body.append("Made by a script")</script>`,
  "/dialogs": `<body><main><p>The page itself.</p><p style="position:sticky;top:0">A recipe of cookies, with no question.</p></main>${DIALOGS.map(
    ([text, ...choices]) =>
      `<div style="position:fixed;bottom:0"><p>DIALOG ${text}</p>${choices.map((word) => `<button>${word}</button>`).join("")}</div>`,
  ).join("")}`,
  "/lazy": `<body><main><p>${"At the top. ".repeat(30)}</p>${[1, 2, 3].map((part) => `<section id=part${part} style="min-height:900px"></section>`).join("")}</main><script>
    const seen = new IntersectionObserver((all) => { for (const { isIntersecting, target } of all) if (isIntersecting) {
      seen.unobserve(target); fetch("/slow").then((got) => got.text()).then((text) => { target.textContent = text + target.id; }); } });
    for (const part of document.querySelectorAll("section")) seen.observe(part);</script>`,
  "/clobbered": `<body><form><input name=childNodes><input name=attributes><img name=documentElement><p>A form</p></form><script>
    Element.prototype.matches = () => { throw 1; }; Object.defineProperty(Node.prototype, "firstChild", { get() { return null; } });
    Array.prototype.push = () => 0; window.getComputedStyle = () => { throw 1; };</script>`,
  "/away": `<body><p>Here</p><script>setTimeout(() => { location = "http://inner.test/"; }, 200)</script>`,
  "/form": `<body><input id=name autofocus><button onclick="document.querySelector('p').textContent = 'Hello ' + document.querySelector('#name').value">Greet</button><p></p>
    <script>document.title = navigator.userAgent + " " + innerWidth; document.querySelector("#name").focus()</script>`,
  "/heavy": `<body><p>${"Words before what is heavy. ".repeat(20)}</p><script>fetch("/large").then((got) => got.text())</script>`,
  "/text-only": `<body><p>${"Words and words. ".repeat(30)}</p><img src="/image.png"><link rel=stylesheet href="/style.css">`,
};

describe.runIf(installed)("a page rendered for its text", BY_THE_CLOCK, async () => {
  const asked: string[] = [];
  const server = await loopback((request, response) => {
    asked.push(request.url ?? "");
    if (request.url === "/large") return response.end(LARGE);
    if (request.url === "/slow") return setTimeout(() => response.end("Seen at last: "), 600);
    const page = PAGES[request.url ?? ""];
    return response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
  const browser = createBrowser(config, guard);
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
  });
  const text = async (path: string): Promise<string> => {
    const { body } = await firstValueFrom(browser.render({ url: server.url + path, as: "flattened" }));
    return String(body);
  };

  it("has shadow roots, slots and frames in their places", async () => {
    const shadow = await text("/shadow");
    expect(shadow).toMatch(
      /<div><p>In the shadow<\/p><b slot="name">In the slot<\/b><div><p>Deeper<\/p><\/div><\/div>/,
    );
    expect(shadow).not.toMatch(/<script|<style/);
    const frames = await text("/frames");
    expect(frames).toMatch(/In the frame <a href="http:\/\/127\.0\.0\.1:\d+\/next">/);
    expect(frames).toContain("Of its own source");
  });

  it("has closed shadow roots in their places, where it shows hardly a word", async () => {
    expect(await text("/closed")).toMatch(/<div><p>In a closed root<\/p><div><p>In one within it<\/p><\/div><\/div>/);
  });

  it("is the frame of another origin that fills it, where it shows nothing else; other large ones are told of", async () => {
    const other = server.url.replace("127.0.0.1", "localhost");
    const page = async (around: string) => {
      PAGES["/around"] =
        `<body style="margin:0">${around}<iframe src="${other}/framed" style="width:100%;height:600px;border:0"></iframe>`;
      return firstValueFrom(browser.render({ url: `${server.url}/around`, as: "flattened" }));
    };
    const inside = await page("");
    expect(String(inside.body)).toContain(`In the frame <a href="${other}/next">next</a>`);
    expect(inside.warnings).toBeUndefined();
    const beside = await page(`<p>${"Words around it. ".repeat(40)}</p>`);
    expect(String(beside.body)).not.toContain("In the frame");
    expect(beside.warnings).toEqual([`A frame of ${new URL(other).host} is not in the text.`]);
  });

  it("is waited for while it loads its data", async () => {
    expect(await text("/late")).toContain("Late words. Late words.");
  });

  it("is without what is hidden and without dialogs of consent, with what is folded", async () => {
    const html = await text("/hidden");
    for (const seen of ["Seen", "but this", "Second tab", "Made by a script"]) expect(html).toContain(seen);
    for (const unseen of ["Gone", "Unseen", "cookies", "Accept all"]) expect(html).not.toContain(unseen);
  });

  it("is without dialogs of consent in many languages, and keeps what asks for none", async () => {
    const shown = await text("/dialogs");
    expect(shown).toContain("The page itself.");
    expect(shown).toContain("A recipe of cookies");
    expect(shown).not.toContain("DIALOG");
  });

  it("is scrolled where it keeps room for parts that are loaded when they are seen, and waited for again", async () => {
    const shown = await text("/lazy");
    for (const part of [1, 2, 3]) expect(shown).toContain(`Seen at last: part${part}`);
  });

  it("is read by what its scripts cannot replace", async () => {
    expect(await text("/clobbered")).toContain("A form");
  });

  it("asks for nothing that holds no text", async () => {
    asked.length = 0;
    await text("/text-only");
    expect(asked).toEqual(["/text-only", "/style.css"]);
  });

  it("is made of the answer that is there already, which is not asked for again", async () => {
    asked.length = 0;
    const url = `${server.url}/held?a=*b`;
    const first = {
      url,
      status: 200,
      headers: { "content-type": "text/html; charset=utf-8" },
      setCookie: ["seen=1"],
      body: Buffer.from(`<body><script>document.write("<p>" + document.cookie + " é " + location.hash)</script>`),
    };
    const { body } = await firstValueFrom(browser.render({ url: `${url}#/x`, as: "flattened", first }));
    expect(String(body)).toContain("<p>seen=1 é #/x</p>");
    expect(asked).toEqual([]);
  });

  it("is acted upon, in order, and photographed", async () => {
    const { done, body, picture, markup } = await firstValueFrom(
      browser.render({
        url: `${server.url}/form`,
        as: "flattened",
        mobile: true,
        waitForMs: 10,
        withMarkup: true,
        picture: { quality: 50 },
        actions: [
          { type: "click", selector: "#name" },
          { type: "write", text: "Ada" },
          { type: "click", selector: "button" },
          { type: "wait", selector: "p" },
          {
            type: "executeJavascript",
            script: "return { said: document.querySelector('p').textContent, wide: innerWidth }",
          },
          { type: "executeJavascript", script: "1 + 1" },
          { type: "scrape" },
          { type: "screenshot", fullPage: true },
          { type: "pdf", format: "A4" },
        ],
      }),
    );
    expect(String(body)).toContain("<p>Hello Ada</p>");
    expect(String(body)).toMatch(/<title>Mozilla\/5\.0 \(Linux; Android.+ Mobile Safari\/537\.36/);
    expect(String(markup)).toContain("<script>");
    expect(done?.returns).toEqual([
      { type: "object", value: { said: "Hello Ada", wide: expect.any(Number) } },
      { type: "number", value: 2 },
    ]);
    expect(done?.scrapes).toEqual([{ url: `${server.url}/form`, html: expect.stringContaining("Hello Ada") }]);
    expect(done?.pictures.map(({ type, bytes }) => [type, bytes[0]])).toEqual([["image/png", 0x89]]);
    expect(String(done?.pdfs[0]?.subarray(0, 5))).toBe("%PDF-");
    expect([picture?.type, picture?.bytes[0]]).toEqual(["image/jpeg", 0xff]);
  });

  it.each([
    [
      { type: "click", selector: "#nobody" } as const,
      "The action click on #nobody failed: there is no such element that can be used.",
    ],
    [
      { type: "executeJavascript", script: "nobody()" } as const,
      "The action executeJavascript failed: ReferenceError: nobody is not defined.",
    ],
  ])("says which action failed: %j", async (action, message) => {
    const url = `${server.url}/form`;
    await expect(firstValueFrom(browser.render({ url, actions: [action] }))).rejects.toMatchObject({
      kind: "action-failed",
      message,
    });
  });

  it("is taken as it stands, with a warning, once it has received 15 MB", async () => {
    const { body, warnings } = await firstValueFrom(browser.render({ url: `${server.url}/heavy`, as: "flattened" }));
    expect(String(body)).toContain("Words before what is heavy.");
    expect(warnings).toEqual(["The page used up what one may: its text was taken before it was done."]);
  });

  it("is refused when its script leads to what may not be reached", async () => {
    await expect(text("/away")).rejects.toMatchObject({ kind: "forbidden-target" });
  });
});
