import { afterEach, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { categoriesOf, type Internet, internet, listing, serverFor } from "./support.ts";

let app: App | undefined;
let web: Internet | undefined;
afterEach(async () => {
  await app?.close();
  web?.close();
});

it.each(["/extract", "/crawl", "/map"])("GET %s takes url for q, as other services call it", async (path) => {
  web = await internet({
    "site.example": (_url, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>Otters swim."),
  });
  app = serverFor(web.gateway, categoriesOf([listing("alpha")]));
  const answer = await app.inject(`${path}?url=https%3A%2F%2Fsite.example%2F`);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain("https://site.example/");
  expect(answer.json()).not.toHaveProperty("warnings");
  // What q says comes first, and url is named as what nobody reads.
  const both = await app.inject(`${path}?q=https%3A%2F%2Fsite.example%2F&url=https%3A%2F%2Felsewhere.example%2F`);
  expect(both.json().warnings).toEqual([expect.stringContaining("The parameter “url” is unknown")]);
  expect(web.asked.filter((asked) => asked.includes("elsewhere"))).toEqual([]);
});
