import type { CDPSession } from "playwright-core";
import { Observable } from "rxjs";

/** What a page has requested so far. */
export interface Traffic {
  /** When each of the requests for documents, scripts and data that are under way began, by its id. */
  readonly open: ReadonlyMap<string, number>;
  /** When the last of them ended. */
  readonly quietSince: number | undefined;
  /** Requests of any kind. */
  readonly requests: number;
  /** Bytes received, as they were sent. */
  readonly bytes: number;
}

/** What a page's text may come from. */
const DATA: ReadonlySet<string> = new Set(["Document", "Script", "Fetch", "XHR"]);

/** Whether a request is for a `blob:` or `data:` URL. Of a worker's script at one Chromium emits no `Network.loadingFinished`. */
const isInside = (url: string): boolean => /^(?:blob|data):/.test(url);

interface Begun {
  readonly requestId: string;
  readonly type?: string;
  readonly request: { readonly url: string };
}

/** The part of a debugging session that tells of requests (the protocol's `Network` domain). */
export type NetworkSession = Pick<CDPSession, "on" | "off" | "send">;

/** What a page requests, from subscription on: first nothing, then after each event. */
export function trafficOf(session: NetworkSession, now: () => number): Observable<Traffic> {
  return new Observable((subscriber) => {
    const open = new Map<string, number>();
    let [requests, bytes] = [0, 0];
    let quietSince: number | undefined;
    const tell = (): void => subscriber.next({ open, quietSince, requests, bytes });
    const began = ({ requestId, type = "", request }: Begun): void => {
      requests += 1;
      if (DATA.has(type) && !isInside(request.url)) open.set(requestId, now());
      tell();
    };
    const ended = ({ requestId }: { requestId: string }): void => {
      if (open.delete(requestId)) quietSince = now();
      tell();
    };
    const received = ({ dataLength, encodedDataLength }: { dataLength: number; encodedDataLength: number }): void => {
      bytes += encodedDataLength || dataLength;
      tell();
    };
    session.on("Network.requestWillBeSent", began);
    session.on("Network.loadingFinished", ended);
    session.on("Network.loadingFailed", ended);
    session.on("Network.dataReceived", received);
    subscriber.add(() => {
      session.off("Network.requestWillBeSent", began);
      session.off("Network.loadingFinished", ended);
      session.off("Network.loadingFailed", ended);
      session.off("Network.dataReceived", received);
    });
    tell();
    session.send("Network.enable").catch((error) => subscriber.error(error));
  });
}
