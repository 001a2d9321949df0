import { stackSite } from "./stack.ts";

export const stackoverflow = stackSite({
  id: "stackoverflow",
  title: "Stack Overflow",
  example: "rxjs switchMap cancel",
});
