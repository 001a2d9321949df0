import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finders, finds, river, rows } from "../http/small-web.ts";
import { internet, listening, serverFor } from "../http/support.ts";
import { fakeModel } from "../support/fake-model.ts";

export const OTTER = "https://river.example/otter";
export const FOOD = "https://river.example/otter/food";
export const SCHEMA = { type: "object", properties: { animal: { type: "string" } }, required: ["animal"] };

/** The service over a small web, with a language model that says what animal it is. */
export interface Service {
  readonly url: string;
  /** A folder for whatever a client keeps. */
  readonly home: string;
  close(): Promise<void>;
}

export async function service(environment: Readonly<Record<string, string>> = {}): Promise<Service> {
  const model = await fakeModel(() => '{"animal":"otter"}');
  const net = await internet({ "river.example": river, "alpha.example": finds(rows.otter, rows.food) });
  const home = mkdtempSync(join(tmpdir(), "firecrawl-client-"));
  const app = serverFor(net.gateway, finders(["alpha"]), {
    environment: { DATA_DIR: home, ...model.environment, ...environment },
  });
  return {
    url: await listening(app),
    home,
    close: async () => {
      await app.close();
      net.close();
      model.close();
      rmSync(home, { recursive: true });
    },
  };
}
