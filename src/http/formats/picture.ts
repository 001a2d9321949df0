/** A picture to be sent as it is. */
interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Whether a request would rather have a picture than data. */
export const wantsPicture = (accept = ""): boolean =>
  /^\s*image\/(png|jpeg|webp|\*)\s*(;|,|$)/i.test(accept.slice(0, 1_000));

const DATA = /^data:(image\/(?:png|jpeg|webp));base64,/;

/** The picture of an answer's first item; undefined where it has none. */
export function pictureIn(answer: unknown): Picture | undefined {
  if (typeof answer !== "object" || answer === null || !("items" in answer) || !Array.isArray(answer.items))
    return undefined;
  const [first]: unknown[] = answer.items;
  if (typeof first !== "object" || first === null || !("image" in first) || typeof first.image !== "string")
    return undefined;
  const type = DATA.exec(first.image)?.[1];
  return type ? { type, bytes: Buffer.from(first.image.slice(first.image.indexOf(",") + 1), "base64") } : undefined;
}
