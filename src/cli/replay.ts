import { map, type Observable } from "rxjs";
import { replayGateway } from "../replay/gateway.ts";
import { loadRecordings, type Recording } from "../replay/recordings.ts";

/** Cases of a contract that only its test wants to see again. */
const NOT_REPLAYED = new Set<string | undefined>(["empty", "error", "blocked"]);

/** The recordings below a folder that are worth seeing again. */
export const replayable = (dir: string): Recording[] =>
  loadRecordings(dir).filter(({ meta }) => !NOT_REPLAYED.has(meta.case));

/** `tributary replay DIR`: serves the recordings below a folder as a gateway for as long as it is subscribed; emits what to do with it. */
export function replay(dir: string, port: number, log: (line: string) => void): Observable<string> {
  const recordings = replayable(dir);
  return replayGateway(recordings, {
    port,
    onAnswer: ({ method, url, recording }) =>
      log(
        `${method} ${url} <- ${recording ? `${recording.category}/${recording.id}/${recording.name}` : "no recording"}`,
      ),
  }).pipe(
    map(
      ({ url }) =>
        `Replaying ${recordings.length} recordings at ${url}\nUse them: UPSTREAM_GATEWAY=${url} tributary serve`,
    ),
  );
}
