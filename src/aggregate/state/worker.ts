import { workerData } from "node:worker_threads";
import { answerCalls } from "./file-thread-calls.ts";
import { feedMarks } from "./marks.ts";
import { priceMemory } from "./prices.ts";

/* The thread that has the files of a folder. */

const dataDir: unknown = workerData;
const folder = typeof dataDir === "string" ? dataDir : undefined;
answerCalls({ marks: feedMarks(folder), prices: priceMemory(folder) });
