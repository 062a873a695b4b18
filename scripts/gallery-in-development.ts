import type { Plugin } from "vite";

/** Serves the gallery of shared parts at /gallery while developing; the built app has none. */
export function galleryInDevelopment(): Plugin {
  return {
    name: "gallery-in-development",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url?.split("?")[0] === "/gallery") request.url = "/gallery.html";
        next();
      });
    },
  };
}
