import "./small-heap.ts";
import { run } from "./run.ts";

// A reader that has seen enough, as `head`, is no fault: the command ends as it would have, database closed and all.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

await run(process.argv.slice(2));
