import { decodeText } from "../../../upstream/charset.ts";
import type { HttpResponse } from "../../../upstream/types.ts";
import type { Reader } from "../../source.ts";
import { answered, type Judge } from "../responses/answer.ts";
import { type Asking, paged } from "./paged.ts";

interface TextSpec<Input, Out> {
  readonly items: (body: string, input: Input, response: HttpResponse) => readonly Out[];
  readonly next?: (body: string, input: Input) => string | null | undefined;
  readonly judge?: Judge;
}

/** Reads answers that are plain text: `items` takes the decoded body apart, and throws `changed` where it cannot. */
export function plain<Input, Out>(spec: TextSpec<Input, Out> & Asking<Input>): Reader<Input, Out> {
  return paged(spec, (request, input, context) =>
    answered(request, context, spec.judge, (response) => {
      const body = decodeText(response);
      return { items: spec.items(body, input, response), next: spec.next?.(body, input) };
    }),
  );
}

/** Reads a user-chosen page whole: one answer, read by `items`. The guard looks at every hop. */
export function page<Input extends { readonly url: string }, Out>(spec: {
  readonly accept?: string;
  readonly judge?: Judge;
  readonly redirect?: "follow" | "manual";
  readonly items: (response: HttpResponse, input: Input) => readonly Out[];
}): Reader<Input, Out> {
  return paged(
    {
      request: ({ url }) => ({
        url,
        guarded: true,
        headers: { accept: spec.accept ?? "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5" },
        ...(spec.redirect && { redirect: spec.redirect }),
      }),
    },
    (request, input, context) =>
      answered(request, context, spec.judge, (response) => ({ items: spec.items(response, input) })),
  );
}
