import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { concat, defer, finalize, map, NEVER, type Observable, of, timer } from "rxjs";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { until } from "../support/until.ts";
import { asking, categoriesOf, listening, listing, serverFor } from "./support.ts";

const item = { title: "one", url: "https://pages.example/one", source: "any" };
let left = 0;
const forever = () =>
  concat(of(item), NEVER).pipe(
    finalize(() => {
      left += 1;
    }),
  );
/** How many questions have reached a source. */
let asked = 0;
const counted = <T>(source$: Observable<T>): Observable<T> =>
  defer(() => {
    asked += 1;
    return source$;
  });
const categories = categoriesOf(
  [listing("alpha")],
  [
    listing("slow", { open: () => counted(timer(300).pipe(map(() => item))) }),
    listing("slowly", { open: () => concat(of(item), timer(300).pipe(map(() => item))) }),
    listing("forever", { open: forever }),
    listing("silent", { open: () => counted(NEVER) }),
  ],
);

let app: App;
let url: string;
beforeEach(async () => {
  left = 0;
  asked = 0;
  app = serverFor("http://127.0.0.1:9", categories);
  url = await listening(app);
});
afterEach(() => app.close());

it.each(["text/event-stream", "application/x-ndjson"])("an open stream is told and ends: %s", async (accept) => {
  const { arrivals, whole } = asking(`${url}/packages/forever?q=a`, { accept });
  await until(() => arrivals.some(({ text }) => text.includes("pages.example/one")), "the stream has begun");
  const began = performance.now();
  await app.drain(20_000);
  expect(performance.now() - began).toBeLessThan(15_000);
  const last = (await whole)
    .trimEnd()
    .split(/\n\n|\n(?=\{)/)
    .at(-1);
  expect(last).toMatch(/error/);
  expect(last).toContain('"code":"stopping"');
  expect(left).toBe(1);
});

it("an answer under way comes to its end, and the connection with it", async () => {
  const agent = new Agent({ keepAlive: true });
  const answer = new Promise<{ status: number | undefined; connection: string | undefined; body: string }>(
    (resolve, reject) => {
      const request = get(`${url}/packages/slow?q=a`, { agent }, (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (piece: string) => {
          body += piece;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode, connection: response.headers.connection, body }),
        );
      });
      request.on("error", reject);
    },
  );
  await until(() => asked === 1, "the source is asked");
  await app.drain(5000);
  const { status, connection, body } = await answer;
  expect({ status, connection }).toEqual({ status: 200, connection: "close" });
  expect(JSON.parse(body).items).toHaveLength(1);
  agent.destroy();
});

it("new connections are not taken while answers come to their end", async () => {
  const { answered } = asking(`${url}/packages/slow?q=a`);
  await until(() => asked === 1, "the source is asked");
  const drained = app.drain(5000);
  await expect(asking(`${url}/health`).answered).rejects.toMatchObject({ code: "ECONNREFUSED" });
  expect((await answered).statusCode).toBe(200);
  await drained;
});

it("an answer that does not end in its time is a failure, not a broken connection", async () => {
  const { answered, whole } = asking(`${url}/packages/silent?q=a`);
  await until(() => asked === 1, "the source is asked");
  await app.drain(150);
  expect((await answered).statusCode).toBe(503);
  expect(JSON.parse(await whole)).toMatchObject({ success: false, code: "stopping" });
});

it("closing without a time says so too", async () => {
  const { arrivals, whole } = asking(`${url}/packages/forever?q=a`, { accept: "text/event-stream" });
  await until(() => arrivals.length > 0, "the stream has begun");
  await app.close();
  expect(await whole).toContain('"code":"stopping"');
});

it("a request that a kept connection still brings is refused in the common shape", async () => {
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  socket.write("GET /packages/slowly?q=a&format=csv HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await until(() => text.includes("pages.example/one"), "the table has begun");
  const drained = app.drain(5000);
  await expect(asking(`${url}/health`).answered).rejects.toMatchObject({ code: "ECONNREFUSED" });
  socket.write("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await once(socket, "end");
  expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(["HTTP/1.1 200", "HTTP/1.1 503"]);
  expect(text).toContain('"code":"stopping"');
  await drained;
});
