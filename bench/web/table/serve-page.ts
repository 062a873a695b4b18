import fastifyStatic from "@fastify/static";
import { fastify } from "fastify";

/** A server of a folder's files on a free port, compressed as the product's are. */
export async function servePage(folder: string): Promise<{ url: string; close: () => Promise<void> }> {
  const app = fastify();
  app.register(fastifyStatic, { root: folder, preCompressed: true });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return { url, close: () => app.close() };
}
