import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/**
 * The name under which a process and its successor after a restart know each other, and within which process numbers tell
 * processes apart. Two containers may have one host name and the same numbers: on Linux the running kernel and the
 * namespace of the numbers are part of it.
 */
export function machineName(): string {
  try {
    const kernel = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${hostname()} ${kernel} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}
