import { stackSite } from "./stack.ts";

export const askubuntu = stackSite({ id: "askubuntu", title: "Ask Ubuntu", example: "wifi not working after upgrade" });
