/** An answer that is written already, in a format of its own. */
export class RawBody {
  readonly type: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(type: string, text: string, headers: Readonly<Record<string, string>> = {}) {
    this.type = type;
    this.text = text;
    this.headers = headers;
  }
}
