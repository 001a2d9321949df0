import { render } from "preact";
import { applyTheme } from "./kit/theme.ts";
import { preferred, speak } from "./kit/words.ts";
import { Shell } from "./shell.tsx";

applyTheme();
await speak(preferred());
const app = document.getElementById("app");
if (app) {
  app.replaceChildren();
  render(<Shell />, app);
}
