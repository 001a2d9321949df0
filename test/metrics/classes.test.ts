import { NEVER } from "rxjs";
import { expect, it } from "vitest";
import { createAdmission } from "../../src/admission/admission.ts";
import { ANYBODY } from "../../src/admission/client.ts";
import { watchAdmission } from "../../src/metrics/classes.ts";
import { createMetrics } from "../../src/metrics/metrics.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

it("tells the queue of each cost class, and its limit", async () => {
  const metrics = createMetrics(replayUpstream(() => undefined));
  const admission = createAdmission({ lag$: NEVER });
  watchAdmission(metrics, admission);
  const running = NEVER.pipe(admission.admitted("search", ANYBODY)).subscribe();
  const lines = (await metrics.text()).split("\n");
  running.unsubscribe();
  expect(lines).toContain('tributary_queue_running{queue="search"} 1');
  expect(lines).toContain('tributary_queue_shed_total{queue="crawl"} 0');
  expect(lines).toContain('tributary_class_limit{class="browser"} 12');
});
