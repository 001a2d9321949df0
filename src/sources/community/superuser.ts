import { stackSite } from "./stack.ts";

export const superuser = stackSite({ id: "superuser", title: "Super User", example: "windows path too long" });
