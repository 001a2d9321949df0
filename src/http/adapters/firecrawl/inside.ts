/* Where the service asks itself, on behalf of tasks: nothing answers there from outside. */

/** For what a task is to extract. */
export const EXTRACTING = "/v2/extract/answer";

/** For what a monitor's check is to look at. */
export const CHECKING = "/v2/monitor/check";
