import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { InvalidOption } from "../../imports/usage-error.ts";
import { textsFor } from "../../language/request-language.ts";
import { wrongField } from "../../problem/problem.ts";
import { pageOf } from "../../query/page.ts";
import { propertyInScope } from "../../query/property-in-scope.ts";
import type { Clock } from "../../time/clock.ts";
import { addImport, findImport, interruptImport, listImports } from "../../uploads/import-rows.ts";
import { layoutWishFor } from "../../uploads/layout-wish.ts";
import { receiveFile } from "../../uploads/receive-file.ts";
import type { UploadFolder } from "../../uploads/upload-folder.ts";
import { isGzip, readBody } from "../body/packed-body.ts";
import { passBody } from "../body/receive-body.ts";
import { LIST_PATH, SentFile } from "../body/sent-file.ts";
import { UPLOAD_PATH, wrongMediaType } from "../body/wrong-media-type.ts";
import type { Routes } from "../route/route.ts";

/** Excel's own media type. */
const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Files of readings are not read into memory: the call gets the stream, after authentication. Meter lists are. */
export function acceptFiles(app: FastifyInstance): void {
  const types = ["text/csv", "application/gzip", "application/x-gzip", "application/octet-stream", WORKBOOK];
  app.addContentTypeParser(types, async (request: FastifyRequest, body: Readable) => {
    const { url } = request.routeOptions;
    const type = request.headers["content-type"] ?? "";
    if (url === LIST_PATH && !type.includes("gzip")) return new SentFile(await readBody(request, body));
    if (url !== UPLOAD_PATH) throw wrongMediaType(url);
    // A file is stored as received: an import recognizes gzip and workbooks by their first bytes.
    isGzip(request);
    return passBody(body);
  });
}

/** Accepts files of readings. */
export function serveImports(
  routes: Routes,
  deps: { connections: Connections; clock: Clock; uploads: UploadFolder },
): void {
  const { connections, clock, uploads } = deps;
  routes.scoped(
    "POST /v1/properties/{property_id}/imports",
    async ({ scope: first, params, query, request, again }) => {
      const { property_id: propertyId } = params;
      const { name, ...options } = query;
      await inScope(connections.app, first, (tx) => propertyInScope(first, tx, propertyId));
      checkOptions(options);
      if (!(request.body instanceof Readable)) throw wrongMediaType(UPLOAD_PATH);
      const announced = request.headers["content-length"];
      const received = await receiveFile(uploads, request.body, announced === undefined ? null : Number(announced));
      try {
        // An upload may take long.
        const scope = await again();
        const input = { propertyId, name, options, who: actorOf(scope, request, clock) };
        return await inScope(connections.app, scope, (tx) =>
          addImport(scope, tx, input, uploads, received, textsFor(request)),
        );
      } catch (error) {
        await rm(join(uploads.path, received.file), { force: true });
        throw error;
      }
    },
  );
}

/** Serves the results of earlier uploads. */
export function serveImportList(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { connections, clock } = deps;
  routes.scoped("GET /v1/properties/{property_id}/imports", async ({ scope, params, query, request }) => {
    const { count, results } = await inScope(connections.app, scope, (tx) =>
      listImports(scope, tx, params.property_id, query, textsFor(request)),
    );
    return pageOf(request.url, query, count, results);
  });
  routes.scoped("GET /v1/properties/{property_id}/imports/{import_id}", async ({ scope, params, request }) =>
    inScope(connections.app, scope, (tx) =>
      findImport(scope, tx, params.property_id, params.import_id, textsFor(request)),
    ),
  );
  routes.scoped("DELETE /v1/properties/{property_id}/imports/{import_id}", async ({ scope, params, request }) =>
    inScope(connections.app, scope, (tx) =>
      interruptImport(
        scope,
        tx,
        params.property_id,
        params.import_id,
        actorOf(scope, request, clock),
        textsFor(request),
      ),
    ),
  );
}

/** @throws ProblemError `invalid_fields` when the options contradict one another */
function checkOptions(options: Parameters<typeof layoutWishFor>[0]): void {
  try {
    layoutWishFor(options);
  } catch (error) {
    if (!(error instanceof InvalidOption)) throw error;
    throw wrongField(error.option, error.text);
  }
}
