import { workerData } from "node:worker_threads";
import { feedMarks } from "./marks.ts";
import { priceMemory } from "./prices.ts";
import { answerCalls } from "./thread-calls.ts";

/* The thread that has the files of a folder. */

const dataDir: unknown = workerData;
const folder = typeof dataDir === "string" ? dataDir : undefined;
answerCalls({ marks: feedMarks(folder), prices: priceMemory(folder) });
