import { signal } from "@preact/signals";
import { createParser } from "eventsource-parser";
import { ROOT } from "./place.ts";
import { unlessPaused } from "./running.ts";
import { type Fields, fields, text } from "./shape.ts";

const KEPT = "tributary-key";

/** The key of this session; empty without one. It goes into a header, never into an address. */
export const key = signal(sessionStorage.getItem(KEPT) ?? "");

/** Why a key is asked for; empty while none is. */
export const keyWanted = signal(
  document.documentElement.dataset["keys"] === "true" && key.value === "" ? "This service asks for a key." : "",
);

export function setKey(given: string): void {
  key.value = given.trim();
  sessionStorage.setItem(KEPT, key.value);
  keyWanted.value = "";
}

/** The service refused, or was not reached: its own sentence. */
export class Refused extends Error {
  readonly requestId: string;
  readonly code: string;
  constructor(said: Fields, status: number) {
    super(text(said["error"]) || `The service answered ${status}.`);
    this.name = "Refused";
    this.requestId = text(said["request_id"]);
    this.code = text(said["code"]);
  }
}

/** Sends a file's bytes. */
export const put = async (path: string, file: File): Promise<Fields> =>
  fields(await (await ask(path, { method: "PUT", bytes: file })).json());

interface Asked {
  readonly accept?: string;
  readonly body?: unknown;
  readonly method?: string;
  /** Sent as they are, in the place of a body. */
  readonly bytes?: File;
  readonly signal?: AbortSignal;
}

/** The address of a REST path, which begins with a slash. */
export const address = (path: string): string => `${ROOT}${path.slice(1)}`;

/** Asks the service at a REST path. Throws `Refused` with what it said, or where it cannot be reached. */
export async function ask(path: string, { accept = "application/json", body, bytes, method, signal }: Asked = {}) {
  const response = await fetch(address(path), {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      accept,
      ...(key.value && { authorization: `Bearer ${key.value}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(bytes && {
        "content-type": bytes.type || "application/octet-stream",
        "x-filename": encodeURIComponent(bytes.name),
      }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(bytes && { body: bytes }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Refused({ error: "The service cannot be reached.", code: "unreachable" }, 0);
  });
  if (response.ok) return response;
  const refused = new Refused(fields(await response.json().catch(() => ({}))), response.status);
  if (response.status === 401) keyWanted.value = refused.message;
  throw refused;
}

export const json = async (path: string, asked?: Asked): Promise<Fields> =>
  fields(await (await ask(path, asked)).json());

export interface Told {
  readonly event: string;
  readonly data: Fields;
  /** Empty where it has none. */
  readonly id: string;
}

/** So many milliseconds events are read at once: what somebody types or points at waits no longer. */
const BUSY_MS = 5;
/** So many letters are parsed at once: what a connection brought while nobody read may be megabytes. */
const SLICE = 16_384;
const turns = new MessageChannel();
const waitingTurns: (() => void)[] = [];
turns.port1.onmessage = () => waitingTurns.shift()?.();

/** Yields to the event loop, so that input events are handled first; unlike a timer it is not throttled in a hidden tab. */
const inputsFirst = (): Promise<void> =>
  new Promise((over) => {
    waitingTurns.push(over);
    turns.port2.postMessage(undefined);
  });

/** The events of an answer as they come. Throws what an `error` event says, and where the stream ends without an end. */
export async function* events(path: string, asked: Asked = {}): AsyncGenerator<Told> {
  const { body } = await ask(path, { ...asked, accept: "text/event-stream" });
  if (!body) return;
  const waiting: Told[] = [];
  const parser = createParser({
    onEvent: ({ event = "message", data, id = "" }) => waiting.push({ event, data: fields(JSON.parse(data)), id }),
  });
  let ended = false;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let since = performance.now();
  const unlessBusy = async (): Promise<void> => {
    if (performance.now() - since < BUSY_MS) return;
    await inputsFirst();
    since = performance.now();
  };
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        if (asked.signal?.aborted) throw error;
        throw new Refused({ error: "The connection to the service broke off.", code: "unreachable" }, 0);
      });
      if (done) break;
      const text = decoder.decode(value, { stream: true });
      for (let at = 0; at < text.length; at += SLICE) {
        parser.feed(text.slice(at, at + SLICE));
        for (const told of waiting.splice(0)) {
          await unlessPaused(asked.signal);
          asked.signal?.throwIfAborted();
          if (told.event === "error") throw new Refused(told.data, 0);
          ended ||= told.event === "done";
          yield told;
          await unlessBusy();
        }
        await unlessBusy();
      }
    }
  } finally {
    // Closes the connection where whoever listens has gone.
    await reader.cancel().catch(() => undefined);
  }
  if (!ended && !asked.signal?.aborted)
    throw new Refused({ error: "The connection to the service broke off.", code: "unreachable" }, 0);
}
