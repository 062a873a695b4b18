import { setFlagsFromString } from "node:v8";

// Rows are garbage as soon as they are stored. By default the heap grows to 450 MB on a file of a million of them
// before it is collected; collected early it stays under 200 MB, next to a server on the same small machine. Imported
// before all else.
setFlagsFromString("--optimize-for-size");
