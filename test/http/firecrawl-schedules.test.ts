import { describe, expect, it } from "vitest";
import { cronOf } from "../../src/http/adapters/firecrawl/monitor-schedule.ts";

describe("schedules in words", () => {
  it.each([
    ["every 5 minutes", "*/5 * * * *"],
    ["Every minute", "*/1 * * * *"],
    ["every 60 minutes", "0 * * * *"],
    ["hourly", "0 * * * *"],
    ["every 6 hours", "0 */6 * * *"],
    ["every 24 hours", "0 0 * * *"],
    ["daily at 9:05", "5 9 * * *"],
    ["daily at 12 am", "0 0 * * *"],
    ["every day at 3:30pm", "30 15 * * *"],
  ])("%s", (text, cron) => expect(cronOf(text)).toBe(cron));

  it.each([
    "every 7 minutes",
    "every 0 hours",
    "daily at 25:00",
    "daily at 13 pm",
    "daily at 9:60",
    "",
    "x".repeat(200),
  ])("not %s", (text) => expect(() => cronOf(text)).toThrow(/schedule\.text/));
});
