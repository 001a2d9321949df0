import { workerData } from "node:worker_threads";
import { answerCalls } from "../aggregate/state/file-thread-calls.ts";
import { usageFile } from "./usage-file.ts";

/* The thread that has the file of what keys use. */

const dataDir: unknown = workerData;
answerCalls({ usage: usageFile(typeof dataDir === "string" ? dataDir : undefined) });
