import { firstValueFrom, fromEvent, takeUntil } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import type { App, AppContext } from "../app-context.ts";
import { requestContext } from "../request-context.ts";
import type { Responder } from "../responder.ts";
import { answers, Format, failures } from "../schemas.ts";
import { createThumbnails } from "../thumbnails.ts";

const MOST_URLS = 500;
const MOST_CHARS = 4_000;

const Address = z
  .url({ protocol: /^https?$/, error: "must be an address that begins with http:// or https://" })
  .max(MOST_CHARS, { error: `must have at most ${MOST_CHARS} characters` });

const SignedBody = z.object({ url: z.string(), path: z.string().describe("below the service's address") });

const AnswerBody = z.object({ success: z.literal(true), items: z.array(SignedBody) });

/** Pictures of results through the service: `POST /thumbnails` gives paths, `GET /thumbnail` the pictures. */
export function thumbnailRoutes(app: App, face: AppContext, replying: Responder): void {
  const thumbnails = createThumbnails();
  app.post(
    "/thumbnails",
    {
      config: { cost: "light" },
      schema: {
        tags: ["service"],
        operationId: "thumbnails",
        summary: "Paths under which the service shows pictures",
        description:
          "They are signed with a key that lives as long as the process: who shows one needs no key of the API.",
        querystring: Format,
        body: z.object({ urls: z.array(Address).max(MOST_URLS).describe("the pictures' addresses") }),
        response: answers(AnswerBody, { streams: false }),
      },
    },
    async (request, reply) => {
      const items = request.body.urls.map((url) => ({
        url,
        path: `/thumbnail?${new URLSearchParams({ url, sig: thumbnails.sign(url) })}`,
      }));
      return replying.value({ success: true, items }, request, reply, { list: "items", entry: [SignedBody] });
    },
  );
  app.get(
    "/thumbnail",
    {
      config: { cost: "extract" },
      schema: {
        tags: ["service"],
        operationId: "thumbnail",
        security: [],
        summary: "A picture that the service has signed",
        description: "PNG, JPEG, GIF, WebP or AVIF by its first bytes, of 5 MB at most; held for an hour.",
        querystring: z.object({ url: Address, sig: z.string().max(100).describe("as POST /thumbnails gave it") }),
        response: {
          200: {
            description: "The picture",
            content: { "image/*": { schema: z.unknown().meta({ type: "string", format: "binary" }) } },
          },
          "4xx": failures,
          "5xx": failures,
        },
      },
    },
    async (request, reply) => {
      const { url, sig } = request.query;
      if (!thumbnails.isSigned(url, sig))
        throw new SourceError("forbidden", "The signature is not this process's: ask POST /thumbnails for a path.");
      const { upstream } = requestContext(face, request);
      const picture = await firstValueFrom(
        thumbnails
          .picture(url, upstream)
          .pipe(
            face.admission.admitted("extract", face.clientOf(request)),
            takeUntil(face.stopping.late$),
            takeUntil(fromEvent(reply.raw, "close")),
          ),
        { defaultValue: undefined },
      );
      if (picture === undefined) return reply.hijack();
      return reply
        .header("cache-control", "private, max-age=86400")
        .header("content-security-policy", "default-src 'none'; sandbox")
        .header("cross-origin-resource-policy", "same-origin")
        .type(picture.type)
        .send(picture.bytes);
    },
  );
}
