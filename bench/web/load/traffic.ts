import type { Page } from "playwright-core";

/** Bytes over the wire, compressed as they came. */
export interface Traffic {
  /** Scripts but those of charts: what they are, without the headers of their answers. */
  script: number;
  /** As {@link script}. */
  chartScript: number;
  /** All answers with their headers. */
  everything: number;
}

/** Chart code lies in files of its own, named after the chart; a file that several share names them with `~`. */
const CHART = /\/[\w-]*chart[\w-]*\.js$/i;

/** Counts what a page loads from now on; scripts and styles come with gzip, as from most servers of the world. */
export async function countTraffic(page: Page): Promise<() => Traffic> {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.setExtraHTTPHeaders", { headers: { "accept-encoding": "gzip" } });
  const paths = new Map<string, string>();
  const headers = new Map<string, number>();
  const bytes = new Map<string, number>();
  network.on("Network.responseReceived", ({ requestId, response }) => {
    paths.set(requestId, new URL(response.url).pathname);
    // Nothing but the headers has come by then.
    headers.set(requestId, response.encodedDataLength);
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength));
  return () => {
    const traffic: Traffic = { script: 0, chartScript: 0, everything: 0 };
    for (const [requestId, size] of bytes) {
      const path = paths.get(requestId) ?? "";
      traffic.everything += size;
      if (!path.endsWith(".js")) continue;
      const body = size - (headers.get(requestId) ?? 0);
      if (CHART.test(path)) traffic.chartScript += body;
      else traffic.script += body;
    }
    return traffic;
  };
}
