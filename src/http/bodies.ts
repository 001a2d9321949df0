import type { FastifyInstance } from "fastify";
import type { App } from "./app-context.ts";

/** Reads JSON bodies; an empty one is none, as clients send it whose request says all in its query. */
export function readJson(app: App): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (String(text).trim() === "") done(null, undefined);
    else parse(request, String(text), done);
  });
}

/** Reads forms as objects of texts; of several fields of one name the last. Only for routes whose clients send them. */
export function readForms(app: Pick<FastifyInstance, "addContentTypeParser">): void {
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  );
}
