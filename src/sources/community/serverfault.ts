import { stackSite } from "./stack.ts";

export const serverfault = stackSite({ id: "serverfault", title: "Server Fault", example: "nginx 502 upstream" });
