import type { ComponentChildren, JSX } from "preact";
import { go, place } from "./place.ts";
import { webAddress } from "./shape.ts";

interface Props {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly current?: boolean;
  readonly label?: string;
}

/** A link to a view of this page: a plain click goes there without loading the page anew. */
export function Link({ to, children, current = false, label, ...rest }: Props): JSX.Element {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { path } = place.value;
    go(to);
    if (place.value.path !== path) scrollTo(0, 0);
  };
  return (
    <a href={to} onClick={follow} aria-label={label} {...(current && { "aria-current": "page" as const })} {...rest}>
      {children}
    </a>
  );
}

/** A link to the web; its text alone where the address is none of the web's. */
export function WebLink(props: {
  readonly to: unknown;
  readonly children: ComponentChildren;
  readonly class?: string;
}): JSX.Element {
  const href = webAddress(props.to);
  if (href === undefined) return <span class={props.class}>{props.children}</span>;
  return (
    <a href={href} rel="noopener noreferrer nofollow" class={props.class}>
      {props.children}
    </a>
  );
}
