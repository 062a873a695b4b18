import sharp from "sharp";
import { expect } from "vitest";
import { tooWide, violations } from "./screen-rules.ts";
import { test } from "./test.ts";

const rejected = /status of (422|500)/;
const own = { headers: { "sec-fetch-site": "same-origin" } };

test("an administrator sets name and logo of the manager, and the owner's report shows them", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin", expects: rejected });
  const { current_organization_id: id } = await (await page.request.get("/v1/me")).json();
  const path = `/v1/organizations/${id}/letterhead`;
  try {
    await page.goto("/admin/settings?tab=reports");
    const panel = page.getByRole("region", { name: "Head of the owner's report" });
    await panel.getByLabel("Name of the manager").fill("Oak Management");
    await panel.getByRole("button", { name: "Save name" }).click();
    await page.getByText("The owner's report shows it from now on.").waitFor();
    const choose = async (name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent("filechooser");
      await panel.getByRole("button", { name: "Choose a logo" }).click();
      await (await chooser).setFiles({ name, mimeType: "image/png", buffer });
    };
    await choose("logo.png", Buffer.from("<svg/>"));
    await panel.getByText("This file is not a picture that can be read. Send a PNG or JPEG file.").waitFor();
    await choose("large.png", Buffer.alloc(600_000));
    await panel.getByText("The logo has more than 512 KB. Choose a smaller file.").waitFor();
    const background = { r: 200, g: 30, b: 30, alpha: 0.5 };
    await choose(
      "logo.png",
      await sharp({ create: { width: 400, height: 100, channels: 4, background } })
        .png()
        .toBuffer(),
    );
    await panel.getByRole("img", { name: "Logo of Oak Management" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await tooWide(page)).toEqual([]);
    await page.goto(`/owner-report?organization_id=${id}`);
    const report = page.getByRole("article", { name: "Owner's report" });
    await report.getByRole("img", { name: "Logo of Oak Management" }).waitFor();
    await report.getByText("by Oak Management").waitFor();
    expect(await tooWide(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/admin/settings?tab=reports");
    await panel.getByRole("button", { name: "Remove the logo" }).click();
    await panel.getByRole("button", { name: "Choose a logo" }).waitFor();
  } finally {
    await page.request.put(path, { data: { name: "", logo: null }, ...own });
  }
});
