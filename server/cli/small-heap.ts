import { setFlagsFromString } from "node:v8";

// Rows are garbage as soon as they are stored. Left alone, the heap grows to 450 MB on a file of a million of them before
// it is swept; swept early it stays under 200 MB, beside a server on the same small machine. Imported before all else.
setFlagsFromString("--optimize-for-size");
