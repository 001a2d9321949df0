/** Ways out of a page that neither a proxy sees nor the debugging protocol asks about. */
const NEVER = ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"];
/** They go through a proxy; a worker has them, and no script runs before its own. */
const BY_PROXY = ["WebSocket", "WebSocketStream", "Worker", "SharedWorker"];

/** A script that runs in each document before its own, and takes out of it what would go out unseen. */
export const withoutUnseenWays = (hasProxy: boolean): string =>
  `for (const name of ${JSON.stringify(hasProxy ? NEVER : [...NEVER, ...BY_PROXY])}) delete globalThis[name];`;
