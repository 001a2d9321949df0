import { map, mergeMap } from "rxjs";
import type { TlsReport } from "../../../upstream/types.ts";
import type { ReadContext, Reader } from "../../source.ts";

/** Reads a TLS handshake's report; `target` names the host and port. */
export function tls<Input, Out>(spec: {
  readonly target: (input: Input) => { readonly host: string; readonly port: number };
  readonly items: (report: TlsReport, input: Input, context: ReadContext) => readonly Out[];
}): Reader<Input, Out> {
  return (input, context) => {
    const { host, port } = spec.target(input);
    return context.cached(`tls ${host} ${port}`, context.upstream.tls(host, port)).pipe(
      map((report) => spec.items(report, input, context)),
      mergeMap((items) => items),
    );
  };
}
