import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { namedRequest } from "../../ingest/batch/idempotency-key.ts";
import { casePhoto, propertyOfCase, sentPhoto, storePhoto } from "../../leaks-api/photos/case-photos.ts";
import { reEncode } from "../../leaks-api/photos/re-encode.ts";
import type { Clock } from "../../time/clock.ts";
import { readBody } from "../body/packed-body.ts";
import { PHOTO_PATH, SentFile } from "../body/sent-file.ts";
import { wrongMediaType } from "../body/wrong-media-type.ts";
import type { Routes } from "../route/route.ts";

/** Photos are read into memory: what they are shows in their bytes, whatever their media type. */
export function acceptPhotos(app: FastifyInstance): void {
  app.addContentTypeParser(/^image\//, async (request: FastifyRequest, body: NodeJS.ReadableStream) => {
    if (request.routeOptions.url !== PHOTO_PATH) throw wrongMediaType(request.routeOptions.url);
    return new SentFile(await readBody(request, body));
  });
}

/** Serves the photos of events of leak cases. */
export function serveCasePhotos(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { app } = deps.connections;
  routes.scoped("POST /v1/cases/{id}/photos", async ({ scope, params, request, again }) => {
    if (!(request.body instanceof SentFile)) throw wrongMediaType(PHOTO_PATH);
    const { bytes } = request.body;
    const who = actorOf(scope, request, deps.clock);
    const named = namedRequest(request.headers["idempotency-key"], bytes.toString("base64"));
    const { propertyId, sent } = await inScope(app, scope, async (tx) => {
      const id = await propertyOfCase(scope, tx, params.id);
      return { propertyId: id, sent: await sentPhoto(tx, id, who, named) };
    });
    if (sent !== null) return sent;
    const photo = await reEncode(bytes, scope.userId);
    // Their right may have ended while others' photos were before theirs.
    const current = await again();
    return inScope(app, current, async (tx) => {
      await propertyOfCase(current, tx, params.id);
      return storePhoto(tx, propertyId, who, photo, named);
    });
  });
  routes.scoped("GET /v1/cases/{id}/photos/{photo_id}", async ({ scope, params, query, reply }) => {
    const image = await inScope(app, scope, (tx) => casePhoto(scope, tx, { ...params, ...query }));
    // It never changes, and is asked for again by every look at the case.
    reply.type("image/jpeg").header("cache-control", "private, max-age=86400");
    return Readable.from([image]);
  });
}
