import { defineCategory } from "../define.ts";

const MINUTE = 60_000;

export const encyclopedia = defineCategory("encyclopedia", "Encyclopedias", 360 * MINUTE, []);
