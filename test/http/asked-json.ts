/** Method, path below the service's address or a whole URL, JSON body, headers. */
export type AskedJson = readonly [
  method: string,
  path: string,
  body?: object | undefined,
  headers?: Readonly<Record<string, string>>,
];

/** Asks a service in JSON; its answer's status and body. */
export async function askedJson(url: string, ...[method, path, body, headers = {}]: AskedJson) {
  const answer = await fetch(path.startsWith("http") ? path : `${url}${path}`, {
    method,
    headers: { ...(body && { "content-type": "application/json" }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}
