import type { App, AppContext } from "../app-context.ts";

/** The tools at `/mcp` of this port too, where the process has them: what speaks the protocol asks for keys itself. */
export function mcpRoute(app: App, { tools }: Pick<AppContext, "tools">): void {
  if (!tools) return;
  app.register(async (routes: App) => {
    // The body is left unread: the protocol's own limits hold for it.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    routes.route({
      method: ["GET", "POST", "DELETE"],
      url: "/mcp",
      config: { cost: "light" },
      schema: { hide: true },
      handler: (request, reply) => {
        reply.hijack();
        tools(request.raw, reply.raw);
      },
    });
  });
}
