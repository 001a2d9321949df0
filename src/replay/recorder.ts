import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** One live exchange, as it is saved. */
export interface Exchange {
  readonly request: { readonly method?: string; readonly url: string; readonly body?: string };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
  };
}

const REDACTED = "REDACTED";

/** Parameters whose values are secrets, whatever the source. */
const SECRET_PARAMETER =
  /([?&](?:api[-_]?key|key|token|access_token|apikey|appid|app_key|client_secret|password)=)[^&\s"]+/gi;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){1,4}/g;

/** Takes the secrets out of a text: the values given, secret parameters, e-mail addresses. */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length >= 4);
  const bare = known.reduce(
    (rest, secret) => rest.replaceAll(secret, REDACTED).replaceAll(encodeURIComponent(secret), REDACTED),
    text,
  );
  return bare.replace(SECRET_PARAMETER, `$1${REDACTED}`).replace(EMAIL, REDACTED);
}

const EXTENSIONS: readonly (readonly [RegExp, string])[] = [
  [/json/, "json"],
  [/html/, "html"],
  [/xml|rss|atom/, "xml"],
  [/csv/, "csv"],
  [/^text\//, "txt"],
];

/** Saves an exchange as `<root>/<category>/<id>/<name>.meta.json` beside its body, secrets redacted; answers the meta file's path. */
export function saveExchange(
  root: string,
  source: { readonly category: string; readonly id: string },
  name: string,
  { request, response }: Exchange,
  secrets: readonly string[],
  recorded: Date,
): string {
  const folder = join(root, source.category, source.id);
  mkdirSync(folder, { recursive: true });
  const contentType = response.headers["content-type"] ?? "";
  const extension = EXTENSIONS.find(([pattern]) => pattern.test(contentType))?.[1];
  const body = `${name}.body.${extension ?? "bin"}`;
  const meta = {
    source: source.id,
    url: redact(request.url, secrets),
    urlExact: true,
    method: request.method ?? "GET",
    ...(request.body !== undefined && { requestBody: redact(request.body, secrets) }),
    status: response.status,
    contentType,
    body,
    recorded: recorded.toISOString(),
    expect: {},
    note: "Recorded live; secrets and e-mail addresses redacted.",
  };
  // latin1 keeps every byte of a text in whatever charset; secrets are ASCII.
  const bytes = extension
    ? Buffer.from(redact(Buffer.from(response.body).toString("latin1"), secrets), "latin1")
    : response.body;
  writeFileSync(join(folder, body), bytes);
  const file = join(folder, `${name}.meta.json`);
  writeFileSync(file, `${JSON.stringify(meta, null, 2)}\n`);
  return file;
}
