import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { createSockets } from "../../src/http/sockets.ts";
import { listening, serverFor } from "./support.ts";

/** More than the buffers between two sockets hold. */
const MUCH = "x".repeat(32 * 1024 * 1024);

it("lets a client go that takes nothing of what it is sent", async () => {
  const app = serverFor("http://127.0.0.1:9", []);
  // A server has one for its own routes already: theirs end with what comes to this one too.
  app.server.removeAllListeners("upgrade");
  const served = new Promise<string>((told, failed) => {
    createSockets(app, 100).serve(
      /^\/watch$/,
      () => "/health/live",
      async (socket) => {
        const gone = new Promise<void>((resolve) => socket.onClose(resolve));
        const sent = await socket.send(MUCH).then(
          () => "it was taken",
          (error: Error) => error.message,
        );
        await gone;
        told(sent);
      },
      async () => failed(new Error("it was not let in")),
    );
  });
  const url = await listening(app);
  const client = new WebSocket(`${url.replace("http", "ws")}/watch`, { maxPayload: 2 * MUCH.length });
  client.on("error", () => undefined);
  client.once("open", () => client.pause());
  expect(await served).toBe("The client takes nothing any more.");
  client.terminate();
  await app.close();
});
