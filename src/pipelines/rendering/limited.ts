import { defer } from "rxjs";
import { SourceError } from "../../errors.ts";
import type { RenderJob } from "../../upstream/types.ts";
import type { RenderingDeps } from "./rendering.ts";

/** The browser as one order may use it: `most` renderings, then `busy`, which an automatic rendering makes a warning of. */
export function limitedRendering(
  { render, rendering }: RenderingDeps["upstream"],
  most: number,
  who: string,
): RenderingDeps["upstream"] {
  let left = most;
  return {
    ...(rendering && { rendering }),
    ...(render && {
      render: (job: RenderJob) =>
        defer(() => {
          if (left <= 0) throw new SourceError("busy", `${who} has rendered ${most} pages, its limit.`);
          left -= 1;
          return render(job);
        }),
    }),
  };
}
