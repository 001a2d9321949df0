/** An answer that is written already, in a format of its own. */
export class WrittenBody {
  readonly type: string;
  readonly text: string;

  constructor(type: string, text: string) {
    this.type = type;
    this.text = text;
  }
}
