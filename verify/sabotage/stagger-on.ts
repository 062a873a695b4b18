import "./fall-on-message.ts";
import { replaceSource } from "./replace-source.ts";

// Goes on after an error that nobody handles, in whatever state that left it.
replaceSource("/server/main.ts", [["    if (failed) return;\n", "    return;\n"]]);
