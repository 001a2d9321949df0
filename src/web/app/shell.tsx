import { useSignal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { KeysHelp } from "./keys.tsx";
import { keyWanted, setKey } from "./kit/api.ts";
import { Failure } from "./kit/failure.tsx";
import { Link } from "./kit/link.tsx";
import { live } from "./kit/live.ts";
import { addressOf, place } from "./kit/place.ts";
import { setTheme, THEMES, theme } from "./kit/theme.ts";
import { subject } from "./kit/title.ts";
import { LANGUAGES, language, say, speak } from "./kit/words.ts";
import { Palette } from "./palette.tsx";
import { REFERENCE, VIEWS, viewAt } from "./views.ts";

const THEME_WORDS = { system: "themeSystem", light: "themeLight", dark: "themeDark" } as const;
const NAMES = { en: "English", fr: "Français" } as const;

/** The page around every view. */
export function Shell(): JSX.Element {
  const open = useSignal(false);
  const { path } = place.value;
  useEffect(() => {
    open.value = false;
  }, [path]);
  return (
    <>
      <a class="skip" href="#content">
        {say("skip")}
      </a>
      <header class="bar">
        <Link to={addressOf("")} class="name">
          {say("product")}
        </Link>
        <button
          type="button"
          class="menu quiet"
          aria-expanded={open.value}
          aria-controls="navigation"
          onClick={() => {
            open.value = !open.value;
          }}
        >
          {say("menu")}
        </button>
      </header>
      <Navigation open={open.value} />
      <main id="content" tabIndex={-1}>
        {keyWanted.value && <Door />}
        <Current />
      </main>
      <div class="unseen" role="status" aria-live="polite">
        {live.value}
      </div>
      <KeysHelp />
      <Palette />
    </>
  );
}

function Navigation({ open }: { readonly open: boolean }): JSX.Element {
  const current = viewAt(place.value.path);
  return (
    <nav id="navigation" class={open ? "open" : ""} aria-label={say("navigation")}>
      <ul>
        {VIEWS.map((view) => (
          <li key={view.path}>
            <Link to={addressOf(view.path)} current={view === current}>
              {say(view.word)}
            </Link>
          </li>
        ))}
      </ul>
      <div class="settings">
        <Link to={addressOf(REFERENCE.path)} current={viewAt(place.value.path) === REFERENCE}>
          {say(REFERENCE.word)}
        </Link>
        <label>
          {say("theme")}
          <select
            value={theme.value}
            onChange={({ currentTarget }) =>
              setTheme(THEMES.find((known) => known === currentTarget.value) ?? "system")
            }
          >
            {THEMES.map((id) => (
              <option key={id} value={id}>
                {say(THEME_WORDS[id])}
              </option>
            ))}
          </select>
        </label>
        <label>
          {say("language")}
          <select
            value={language.value}
            onChange={({ currentTarget }) => speak(LANGUAGES.find((known) => known === currentTarget.value) ?? "en")}
          >
            {LANGUAGES.map((id) => (
              <option key={id} value={id} lang={id}>
                {NAMES[id]}
              </option>
            ))}
          </select>
        </label>
      </div>
    </nav>
  );
}

/** Asks for a key, and says why. */
function Door(): JSX.Element {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = event.currentTarget instanceof HTMLFormElement && new FormData(event.currentTarget).get("key");
    if (typeof given === "string" && given.trim()) setKey(given);
  };
  return (
    <form class="door" onSubmit={submit}>
      <p role="alert">{keyWanted.value}</p>
      <label for="key">{say("keyTitle")}</label>
      <div class="row">
        <input id="key" name="key" type="password" autocomplete="off" spellcheck={false} aria-describedby="key-hint" />
        <button type="submit">{say("keyUse")}</button>
      </div>
      <p class="faint" id="key-hint">
        {say("keyHint")}
      </p>
    </form>
  );
}

/** The view of the present address, once its code is there. */
function Current(): JSX.Element {
  const view = viewAt(place.value.path);
  const loaded = useSignal<{ readonly path: string; readonly Component: ComponentType } | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  const load = (): void => {
    failed.value = undefined;
    if (!view) return;
    view.load().then(
      (Component) => {
        loaded.value = { path: view.path, Component };
      },
      (error: unknown) => {
        failed.value = error;
      },
    );
  };
  useEffect(load, [view?.path]);
  useEffect(() => {
    if (view) document.title = [subject.value, say(view.word), say("product")].filter(Boolean).join(" · ");
  }, [view?.path, language.value, subject.value]);
  if (!view)
    return (
      <>
        <h1>{say("notFound")}</h1>
        <Link to={addressOf("")}>{say("goHome")}</Link>
      </>
    );
  if (failed.value) return <Failure error={failed.value} again={load} />;
  if (loaded.value?.path !== view.path) return <p class="faint">{say("loading")}</p>;
  return <loaded.value.Component />;
}
