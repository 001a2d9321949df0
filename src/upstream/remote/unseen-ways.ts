/*
 * Ways out of a page that neither a proxy sees nor the debugging protocol asks about: they are closed by a policy, which frames and
 * workers are held to as well, and taken out of pages beforehand, so that what looks for them does without.
 */

const NEVER = ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"];
/** They go through a proxy. */
const BY_PROXY = ["WebSocket", "WebSocketStream"];

/** A script that runs in each document before its own. */
export const withoutUnseenWays = (hasProxy: boolean): string =>
  `for (const name of ${JSON.stringify(hasProxy ? NEVER : [...NEVER, ...BY_PROXY])}) delete globalThis[name];`;

/** What documents and workers may do. */
export const policyOf = (hasProxy: boolean): string =>
  `connect-src http: https: data: blob:${hasProxy ? " ws: wss:" : ""}; webrtc 'block'`;
