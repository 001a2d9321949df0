import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a Chromium of this machine is started with, beside what Playwright gives it. */
export const FLAGS: readonly string[] = [
  "--proxy-bypass-list=<-loopback>",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
];

/** What Playwright gives it, and it goes without: a page's history storm would hold up the browser of all. */
export const WITHOUT: string[] = ["--disable-ipc-flooding-protection"];

const NO_SANDBOX =
  "Chromium runs without its sandbox, for this process is root's: run it as another user (the Docker image's is node).\n";

/** Whether Chromium isolates its processes: as root it cannot, which is said once. */
export function sandboxRule(say: (sentence: string) => unknown): (user: number | undefined) => boolean {
  let told = false;
  return (user) => {
    if (user !== 0) return true;
    if (!told) say(NO_SANDBOX);
    told = true;
    return false;
  };
}

export const sandboxed = sandboxRule((sentence) => process.stderr.write(sentence));

/** Chromium makes a socket below its folder, whose whole path may have 107 bytes: so many are left for where the folder is. */
const MAX_PARENT = 36;

/** A new folder for its temporary files: it leaves some when it is killed. */
export function ownFolder(): string {
  const parent = tmpdir();
  const tooLong = process.platform === "linux" && Buffer.byteLength(parent) > MAX_PARENT;
  return mkdtempSync(join(tooLong ? "/tmp" : parent, "tributary-chromium-"));
}
