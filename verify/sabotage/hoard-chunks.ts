import { replaceSource } from "./replace-source.ts";

// Keeps every chunk of a body until it is whole, and takes 8 MiB on public calls, however many chunks they come in.
replaceSource("/contract/call.ts", [["public: 16,", "public: 8192,"]]);
replaceSource("/server/http/receive-body.ts", [
  ["const MAX_CHUNKS_PER_SECOND = 10_000;", "const MAX_CHUNKS_PER_SECOND = Number.POSITIVE_INFINITY;"],
  ["const countChunk = chunkCounter();", "const countChunk = chunkCounter();\n    const kept: Buffer[] = [];"],
  ["const problem = countChunk();", "kept.push(chunk);\n      const problem = countChunk();"],
  ["const onEnd = () => end(null);", "const onEnd = () => end(kept.length === 0 ? brokenOff() : null);"],
]);
