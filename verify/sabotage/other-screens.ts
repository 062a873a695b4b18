import { replaceSource } from "./replace-source.ts";

// Serves the screens of the folder that the environment names.
replaceSource("/server/http/web.ts", [
  ['const DIST = join(import.meta.dirname, "../../web/dist");', 'const DIST = process.env.SCREENS ?? "";'],
]);
