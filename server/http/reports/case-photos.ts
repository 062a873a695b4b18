import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Connections, inScope, type Scope } from "../../database/connect.ts";
import { namedRequest } from "../../ingest/batch/idempotency-key.ts";
import { linkedCase } from "../../leaks-api/cases/vendor-link.ts";
import { casePhoto, propertyOfCase, rejectTooMany, sentPhoto, storePhoto } from "../../leaks-api/photos/case-photos.ts";
import { reEncode } from "../../leaks-api/photos/re-encode.ts";
import type { Clock } from "../../time/clock.ts";
import { readBody } from "../body/packed-body.ts";
import { PHOTO_PATHS, SentFile } from "../body/sent-file.ts";
import { wrongMediaType } from "../body/wrong-media-type.ts";
import type { Routes } from "../route/route.ts";

/** Reads photos into memory. Their format is detected from their bytes, not from the media type. */
export function acceptPhotos(app: FastifyInstance): void {
  app.addContentTypeParser(/^image\//, async (request: FastifyRequest, body: NodeJS.ReadableStream) => {
    const { url } = request.routeOptions;
    if (url === undefined || !PHOTO_PATHS.includes(url)) throw wrongMediaType(url);
    return new SentFile(await readBody(request, body));
  });
}

/** Serves the photos of events of leak cases. */
export function serveCasePhotos(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { connections, clock } = deps;
  const { app } = connections;
  routes.scoped("POST /v1/cases/{id}/photos", async ({ scope, params, request, again }) => {
    const propertyId = await inScope(app, scope, (tx) => propertyOfCase(scope, tx, params.id));
    const { email, userId } = scope;
    return takePhoto(deps, request, { propertyId, email, turn: userId }, async () => {
      const current = await again();
      await inScope(app, current, (tx) => propertyOfCase(current, tx, params.id));
    });
  });
  const admitVendor = async ({ headers }: FastifyRequest) => {
    const { propertyId, author } = await linkedCase(connections, String(headers["vendor-link"] ?? ""), clock);
    return { propertyId, email: author };
  };
  routes.byToken("POST /v1/vendor-link/photos", admitVendor, ({ holder, request }) =>
    takePhoto(deps, request, { ...holder, turn: -holder.propertyId }, () => admitVendor(request)),
  );
  routes.scoped("GET /v1/cases/{id}/photos/{photo_id}", async ({ scope, params, query, reply }) => {
    const image = await inScope(app, scope, (tx) => casePhoto(scope, tx, { ...params, ...query }));
    reply.type("image/jpeg");
    return Readable.from([image]);
  });
}

interface Sender {
  propertyId: number;
  email: string;
  /** By what photos of different senders are decoded in turn. */
  turn: number;
}

/** @param again throws if the sender lost the right while others' photos were before theirs */
async function takePhoto(
  { connections: { app }, clock }: { connections: Connections; clock: Clock },
  request: FastifyRequest,
  { propertyId, email, turn }: Sender,
  again: () => Promise<unknown>,
) {
  if (!(request.body instanceof SentFile)) throw wrongMediaType(request.routeOptions.url);
  const { bytes } = request.body;
  const digest = createHash("sha256").update(bytes).digest("hex");
  const named = namedRequest(request.headers["idempotency-key"], digest);
  const who = { email, at: clock() };
  const scope: Scope = { organizationIds: [], propertyIds: [propertyId] };
  const sent = await inScope(app, scope, async (tx) => {
    const before = await sentPhoto(tx, propertyId, who, named);
    if (before === null) await rejectTooMany(tx, propertyId, who);
    return before;
  });
  if (sent !== null) return sent;
  const photo = await reEncode(bytes, turn);
  await again();
  return inScope(app, scope, (tx) => storePhoto(tx, propertyId, who, photo, named));
}
