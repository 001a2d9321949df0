import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { App } from "../../src/http/app-context.ts";
import { findChromium } from "../../src/upstream/find-chromium.ts";
import { BY_THE_CLOCK } from "../support/until.ts";
import { finders } from "./small-web.ts";
import { type Internet, internet, listening, type Site, serverFor } from "./support.ts";

const FORM = `<!doctype html><title>A form</title><main><h1>Who are you?</h1><p id="said">${"A page asks for a name before it says more. ".repeat(8)}</p>
<input id="name"><button>Greet</button></main><script>
document.querySelector("button").onclick = () => fetch("/greeting?of=" + document.querySelector("#name").value)
  .then((answer) => answer.text()).then((text) => { document.querySelector("#said").textContent = text; });
</script>`;

const form: Site = (url, response) => {
  response.writeHead(200, { "content-type": "text/html" });
  response.end(url.pathname === "/" ? FORM : `Hello ${url.searchParams.get("of")}, the otters greet you. `.repeat(8));
};

describe.runIf(findChromium(readConfig(process.env)))("POST /v2/scrape with a browser", BY_THE_CLOCK, () => {
  const dataDir = mkdtempSync(join(tmpdir(), "firecrawl-"));
  let net: Internet;
  let app: App;
  let url = "";
  beforeAll(async () => {
    net = await internet({ "form.example": form });
    app = serverFor(net.gateway, finders(["alpha"]), { environment: { DATA_DIR: dataDir } });
    url = await listening(app);
  });
  afterAll(async () => {
    await app.close();
    net.close();
    rmSync(dataDir, { recursive: true });
  });
  const scraped = async (body: object) => {
    const answer = await fetch(`${url}/v2/scrape`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: "https://form.example/", ...body }),
    });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
  const bytesOf = (dataUrl: string): Buffer => Buffer.from(dataUrl.replace(/^data:image\/png;base64,/, ""), "base64");

  it("clicks, writes and photographs, and reads what the page shows then", async () => {
    const { status, body } = await scraped({
      formats: ["markdown", "screenshot"],
      actions: [
        { type: "click", selector: "#name" },
        { type: "write", text: "Ada" },
        { type: "screenshot" },
        { type: "click", selector: "button" },
        { type: "wait", milliseconds: 50 },
        { type: "executeJavascript", script: "return document.querySelector('#name').value" },
        { type: "scrape" },
      ],
    });
    expect(status).toBe(200);
    expect(body.data.markdown).toContain("Hello Ada, the otters greet you.");
    expect(body.data.markdown).not.toContain("A page asks for a name");
    const { screenshots, scrapes, javascriptReturns } = body.data.actions;
    const before = bytesOf(screenshots[0]);
    const after = bytesOf(body.data.screenshot);
    for (const png of [before, after]) expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(before.equals(after)).toBe(false);
    expect(javascriptReturns).toEqual([{ type: "string", value: "Ada" }]);
    expect(scrapes).toEqual([{ url: "https://form.example/", html: expect.stringContaining("<h1>Who are you?</h1>") }]);
    expect(net.asked).toContain("https://form.example/greeting?of=Ada");
  });

  it("says which action could not be done", async () => {
    const { status, body } = await scraped({ actions: [{ type: "click", selector: "#nobody" }] });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).toMatchObject({
      success: false,
      error: expect.stringContaining("The action click on #nobody failed"),
    });
  });
});
