import { signal } from "@preact/signals";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEPT = "tributary-theme";
export const theme = signal<Theme>(THEMES.find((known) => known === localStorage.getItem(KEPT)) ?? "system");

export function setTheme(wanted: Theme): void {
  theme.value = wanted;
  localStorage.setItem(KEPT, wanted);
  applyTheme();
}

export function applyTheme(): void {
  if (theme.value === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme.value;
}
