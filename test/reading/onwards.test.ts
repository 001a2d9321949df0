import { lastValueFrom, type Observable, of } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, it } from "vitest";
import { askPage } from "../../src/reading/onwards.ts";
import type { HttpRequest, HttpResponse } from "../../src/upstream/types.ts";

const answer = (url: string, body: string): HttpResponse => ({
  url,
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  setCookie: [],
  redirects: [],
  replayed: false,
  body: Buffer.from(body),
});
const to = (url: string): string => `<meta http-equiv="refresh" content="0;url=${url}"><p>Moved.</p>`;
const A = "https://a.example/";
const B = "https://b.example/";
const asked = { url: A, guarded: true };

describe("asking for a page that is elsewhere", () => {
  it("answers with the last page, and tells the way", async () => {
    const requests: HttpRequest[] = [];
    const http = (request: HttpRequest): Observable<HttpResponse> => {
      requests.push(request);
      return of(answer(request.url, request.url === A ? to(B) : "<p>Here.</p>"));
    };
    const { url, redirects } = await lastValueFrom(askPage(http, asked));
    expect(url).toBe(B);
    expect(redirects).toEqual([{ status: 200, url: A, location: B }]);
    expect(requests).toEqual([asked, { url: B, guarded: true }]);
  });

  it("ends a circle, and a way that has no end", async () => {
    const circle = (request: HttpRequest) => of(answer(request.url, to(request.url === A ? B : A)));
    await expect(lastValueFrom(askPage(circle, asked))).rejects.toMatchObject({ kind: "unreachable" });
    let count = 0;
    const endless = (request: HttpRequest): Observable<HttpResponse> => {
      count += 1;
      return of(answer(request.url, to(`/${count}`)));
    };
    await expect(lastValueFrom(askPage(endless, asked))).rejects.toMatchObject({ kind: "unreachable" });
    expect(count).toBe(11);
  });

  it("is cold, hands errors on, and ends the hop under way", () => {
    new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(
      ({ cold, expectObservable, expectSubscriptions }) => {
        const a$ = cold("--a|", { a: answer(A, to(B)) });
        const b$ = cold<HttpResponse>("---#", undefined, "refused");
        const http = ({ url }: HttpRequest): Observable<HttpResponse> => (url === A ? a$ : b$);
        expectObservable(askPage(http, asked)).toBe("-----#", undefined, "refused");
        expectSubscriptions(a$.subscriptions).toBe(["^--!", "^--!"]);
        expectObservable(askPage(http, asked), "^---!").toBe("-----");
        expectSubscriptions(b$.subscriptions).toBe(["--^--!", "--^-!"]);
      },
    );
  });
});
