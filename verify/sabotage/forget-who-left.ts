import { replaceSource } from "./replace-source.ts";

// Does not wait for what it does for people who are gone.
replaceSource("/server/http/stop-serving.ts", [["await drain.finished();", ""]]);
