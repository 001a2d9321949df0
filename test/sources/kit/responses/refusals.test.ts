import { describe, expect, it } from "vitest";
import { refusalOf, upstreamMessage, wallBefore, wallIn } from "../../../../src/sources/kit/responses/refusals.ts";
import { answer } from "../reading.ts";

describe("refusalOf", () => {
  it.each([
    [400, "bad-query"],
    [406, "bad-query"],
    [411, "bad-query"],
    [413, "bad-query"],
    [414, "bad-query"],
    [422, "bad-query"],
    [431, "bad-query"],
    [401, "missing-key"],
    [402, "missing-key"],
    [403, "blocked"],
    [405, "blocked"],
    [451, "blocked"],
    [999, "blocked"],
    [404, "not-found"],
    [410, "not-found"],
    [408, "timeout"],
    [504, "timeout"],
    [429, "rate-limited"],
    [500, "unreachable"],
    [503, "unreachable"],
    [302, "blocked"],
  ])("HTTP %i is %s", (status, kind) => {
    const refusal = refusalOf(answer("", { status }));
    expect(refusal?.kind).toBe(kind);
    expect(refusal?.message).toContain("up.example");
  });

  it.each([200, 201, 204, 206])("HTTP %i is none", (status) =>
    expect(refusalOf(answer("", { status }))).toBeUndefined(),
  );

  it("says how long to wait, and takes 503 with such a word for a limit", () => {
    const headers = { "retry-after": "30" };
    expect(refusalOf(answer("", { status: 429, headers }))).toMatchObject({
      kind: "rate-limited",
      retryAfterMs: 30_000,
    });
    expect(refusalOf(answer("", { status: 503, headers }))?.kind).toBe("rate-limited");
  });

  it("passes the upstream's own words on", () => {
    const refusal = refusalOf(answer('{"message":"year must be positive"}', { status: 400 }));
    expect(refusal?.message).toBe("up.example refused the query (HTTP 400): “year must be positive”.");
  });

  it("takes an upstream at its word that the query is at fault, whatever the status", () => {
    for (const said of ["Query is too long", "The search phrase is invalid", "Malformed query near ')'"])
      for (const status of [403, 412, 500])
        expect(refusalOf(answer(JSON.stringify({ error: said }), { status }))).toMatchObject({
          kind: "bad-query",
          message: `up.example refused the query (HTTP ${status}): “${said}”.`,
        });
    for (const said of ["Invalid API key", "Too many queries", "Request blocked"])
      expect(refusalOf(answer(JSON.stringify({ error: said }), { status: 403 }))?.kind).toBe("blocked");
  });

  it("says no full stop twice", () => {
    const refusal = refusalOf(answer('{"message":"No such field."}', { status: 400 }));
    expect(refusal?.message).toBe("up.example refused the query (HTTP 400): “No such field.”");
  });

  it("names where a redirect leads that was not followed", () => {
    const headers = { location: "https://captcha.example/" };
    expect(refusalOf(answer("", { status: 302, headers }))?.message).toContain("https://captcha.example/");
  });

  it("takes a wall for blocked whatever the status", () => {
    const wall = "<title>Just a moment...</title>";
    for (const status of [403, 404, 503]) expect(refusalOf(answer(wall, { status }))?.kind).toBe("blocked");
  });
});

describe("upstreamMessage", () => {
  it.each([
    ['{"error":{"code":400,"message":"No \\"x\\" \\u00e9\\nhere"}}', 'No "x" é here'],
    ['{"error":"Invalid API key"}', "Invalid API key"],
    ['[{"detail":"bad page"}]', "bad page"],
    ["<html><body><h1>Not   found</h1></body></html>", "Not found"],
    ["plain words", "plain words"],
    [
      `<html><head><title>URI too large!</title></head><body><p>${"long ".repeat(80)}</p></body></html>`,
      "URI too large!",
    ],
  ])("%s", (body, message) => expect(upstreamMessage(answer(body))).toBe(message));

  it.each(["", "{}", '{"code":7}', "x".repeat(500)])("%s says nothing", (body) =>
    expect(upstreamMessage(answer(body))).toBeUndefined(),
  );
});

describe("wallIn", () => {
  it.each([
    ["<script src='/cdn-cgi/challenge-platform/h/b/orchestrate'></script>", "Cloudflare"],
    ['{"url":"https://geo.captcha-delivery.com/captcha/?x"}', "DataDome"],
    ['<div id="px-captcha"></div>', "PerimeterX"],
    ['<iframe src="/_Incapsula_Resource?x">', "Imperva"],
    ['<div class="g-recaptcha">', "captcha"],
    ["<script>AwsWafIntegration.getToken()</script>", "AWS"],
    ["<script id='anubis_challenge'>", "Anubis"],
    ["<TITLE>Access Denied</TITLE>", "Akamai"],
  ])("%s", (body, wall) => expect(wallIn(answer(body))?.message).toContain(wall));

  it("goes by the header and by the host too", () => {
    expect(wallIn(answer("", { headers: { "cf-mitigated": "challenge" } }))?.kind).toBe("blocked");
    expect(wallIn(answer("", { url: "https://consent.google.example/m?x" }))?.kind).toBe("blocked");
  });

  it("sees none in a page of its own words", () => {
    expect(wallIn(answer("<p>How captchas are made, and why access is denied.</p>"))).toBeUndefined();
  });
});

describe("wallBefore", () => {
  const captcha = answer("<script src='https://www.google.com/recaptcha/api.js'></script>");

  it.each([
    ["", true],
    ["One moment", true],
    ["Please verify that you are a human to continue to the site you wanted to reach.", true],
    ["Bitte bestätigen Sie zuerst, dass Sie kein Roboter sind. Danach geht es sofort weiter.", true],
    ["The mill is open from nine to five. Write to us by the form below, and we shall answer within a day.", false],
    ["Our address is Quay 4. This site is protected by reCAPTCHA; the Google Privacy Policy applies.", false],
  ])("%j: %s", (text, wall) => expect(wallBefore(captcha, text) !== undefined).toBe(wall));

  it("goes by the header and by the host whatever the text", () => {
    const text = "Before you continue, we would like to tell you what we do with what you tell us.";
    expect(wallBefore(answer("", { headers: { "cf-mitigated": "challenge" } }), text)?.kind).toBe("blocked");
    expect(wallBefore(answer("", { url: "https://consent.google.example/m?x" }), text)?.kind).toBe("blocked");
  });
});
