import { names } from "./rules.ts";

/** Elements that end a picture somebody forgot to close (HTML standard, foreign content). */
const BREAKS_OUT = names(
  "b blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li menu meta ol p pre s small span strong strike sub sup table tt u ul var",
);

/** Whether a page is being read inside pictures (svg), whose content is left out. */
export class Pictures {
  /** How many pictures, and foreign objects within them, are open. */
  private open = 0;
  private foreign = 0;

  /** Whether one is open. */
  get inside(): boolean {
    return this.open > 0;
  }

  /** A picture opens. */
  begin(): void {
    this.open = 1;
  }

  /** Takes note of what opens within a picture; true when the element cannot be in one, so that the picture has ended. */
  endedBy(name: string, selfClosing: boolean): boolean {
    if (this.foreign === 0 && BREAKS_OUT.has(name)) {
      this.open = 0;
      return true;
    }
    if (selfClosing) return false;
    if (name === "svg") this.open += 1;
    if (name === "foreignobject") this.foreign += 1;
    return false;
  }

  /** Closes what is within pictures; true when the picture is left open and something around it (`isAround`) ends. */
  leftBy(name: string, isAround: (name: string) => boolean): boolean {
    if (name === "svg") this.open -= 1;
    else if (name === "foreignobject") this.foreign = Math.max(0, this.foreign - 1);
    else if (this.foreign === 0 && isAround(name)) {
      this.open = 0;
      return true;
    }
    if (this.open === 0) this.foreign = 0;
    return false;
  }
}
