import { replaceSource } from "./replace-source.ts";

// Lets every organization ask as many reports at once as it likes.
replaceSource("/server/http/report-queue.ts", [
  ["return await line.run(whose, work, timeoutMs);", "return await work();"],
  ["others >= MOST_OF_ONE", "others < 0"],
]);
