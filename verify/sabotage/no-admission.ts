import { replaceSource } from "./replace-source.ts";

// Takes in whatever comes, reads it at once, and leaves garbage lying as long as V8 likes.
replaceSource("/server/http/batch-admission.ts", [["const MOST_BYTES = 12 * 1024 * 1024", "const MOST_BYTES = 1e15"]]);
replaceSource("/server/http/app.ts", [["acceptJson(app, READINGS_PATH)", 'acceptJson(app, "")']]);
replaceSource("/server/main.ts", [['setFlagsFromString("--heap-growing-percent=50");', ""]]);
