import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openUploadFolder } from "./upload-folder.ts";

test("upload folder and its id are readable by the server's user only; the data folder by others", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dripline-uploads-"));
  const dataDir = join(folder, "data");
  try {
    const { path } = await openUploadFolder(dataDir, 1);
    expect((await stat(dataDir)).mode & 0o005).toBe(0o005);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect((await stat(join(path, "folder-id"))).mode & 0o777).toBe(0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
});
