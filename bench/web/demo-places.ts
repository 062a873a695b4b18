import type { Browser } from "playwright-core";
import { z } from "zod";
import { signIn } from "./load/sign-in.ts";

/** Places of the demo that screens are opened for. */
export interface DemoPlaces {
  propertyId: number;
  /** Serial number of the meter with the biggest leak there. */
  meter: string;
  /** The leak case that costs most a day. */
  caseId: number;
}

const leaks = z.object({
  results: z.array(z.object({ property_id: z.number(), meter_serial_number: z.string() })).min(1),
});

const cases = z.object({ results: z.array(z.object({ id: z.number() })).min(1) });

/** The demo's biggest leak of the last 30 days. @throws Error when there is none */
export async function findPlaces(browser: Browser, url: string): Promise<DemoPlaces> {
  const context = await browser.newContext({ storageState: await signIn(browser, url, "property@dripline.example") });
  const list = "/v1/reporting/leak-report/leak-overview?days_ago=30&ordering=-gallons_leaked&page_size=1";
  const answer = await context.request.get(url + list);
  const [biggest] = leaks.parse(await answer.json()).results;
  const [costliest] = cases.parse(await (await context.request.get(`${url}/v1/cases?page_size=1`)).json()).results;
  await context.close();
  if (biggest === undefined || costliest === undefined) throw new Error("The demo has no leak to show.");
  return { propertyId: biggest.property_id, meter: biggest.meter_serial_number, caseId: costliest.id };
}
