import { type Bench, PLAN } from "./bench.ts";
import { answered, figure, msOf, percentile, refused, told } from "./figures.ts";
import { machineSince, processors, residentMb, treeMb } from "./machine.ts";

const UPLOADS = 130;
const MB = 1024 * 1024;

/** As many large files at once as fill the memory of a machine. */
export async function uploads(bench: Bench): Promise<void> {
  const machine = processors();
  await bench.run({ ...PLAN, group: "warm", kinds: { upload: 1 }, times: 4, seconds: 30 });
  let [mostMb, mostTreeMb] = [0, 0];
  const watch = setInterval(() => {
    mostMb = Math.max(mostMb, residentMb(bench.pid));
    mostTreeMb = Math.max(mostTreeMb, treeMb(bench.pid));
  }, 100);
  const came = await bench.run(
    { ...PLAN, group: "uploads", clients: UPLOADS, times: 1, kinds: { "large upload": 1 }, seconds: 60 },
    { ...PLAN, group: "light", clients: 4, everyMs: 100, kinds: { health: 1 }, seconds: 12 },
  );
  clearInterval(watch);
  const sent = came.filter(({ group }) => group === "uploads");
  told(came, 12);
  figure(`${UPLOADS} × 12 MB: memory of all processes, at most`, mostTreeMb, "≤ 2048", mostTreeMb <= 2_048, "MB");
  console.log(`       of the serving process alone: ${mostMb.toFixed(0)} MB`);
  const settled = answered(sent).length + refused(sent).length;
  figure(`${UPLOADS} × 12 MB: read, or refused with 503`, settled, `${UPLOADS}`, settled === UPLOADS);
  const taken = refused(sent).map((one) => one.sent / MB);
  const most = Math.max(0, ...taken);
  figure("of a refused body, the most that left the client", most, "≤ 0.1", most <= 0.1, "MB");
  const late = percentile(msOf(refused(sent)), 0.99);
  figure("refused uploads: p99", late, "≤ 50", !(late > 50), "ms");
  const health = percentile(msOf(came.filter(({ group }) => group === "light")), 0.99);
  figure("/health meanwhile: p99", health, "≤ 100", health <= 100, "ms");
  console.log(`       ${machineSince(machine)}`);
}
