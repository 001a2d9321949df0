import type { Admission } from "../admission/admission.ts";
import type { Metrics } from "./metrics.ts";

/** Tells the queue of each cost class, and how many of it may run at the moment. */
export function watchAdmission(metrics: Metrics, admission: Admission): void {
  for (const [cost, state] of admission.queues) metrics.queue(cost, state);
  metrics.series({
    name: "tributary_class_limit",
    help: "Operations of a cost class that may run at once; it adapts where the class takes the processor",
    type: "gauge",
    labels: ["class"],
    read: () => [...admission.queues].map(([cost, state]) => ({ labels: { class: cost }, value: state().limit })),
  });
}
