import type { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { addDays, today } from "../../app/report/search/calendar.ts";
import { Panel } from "../../components/panel/Panel.tsx";
import {
  defaultPriceQuery,
  pricesQuery,
  unitsOfQuery,
} from "../property/report-dialogs/custom-cost/custom-cost-query.ts";
import { PriceTimeline } from "../property/report-dialogs/custom-cost/PriceTimeline.tsx";
import type { NewPrice } from "../property/report-dialogs/custom-cost/timeline/price-lanes.ts";
import { Answered, failing } from "./Answered.tsx";
import classes from "./Gallery.module.css";
import { samplePrices } from "./portfolio-sample.ts";

const property = {
  id: 1,
  name: "Cedar & Main",
  organization_id: 1,
  organization_name: "Harbor Residential",
  city: "Austin",
  state: "TX",
  time_zone: "America/Chicago",
  units_count: 24,
};
const paged = { next: null, previous: null };

/** What holds where nobody set a price for the units. */
function organization(client: QueryClient): void {
  const prices = [{ cost: 0.016, start_date: null, end_date: null }];
  const { organization_id, organization_name } = property;
  const organizationPrices = { organization_id, organization_name, prices, history: [], history_count: 0 };
  client.setQueryData(defaultPriceQuery(organization_id).queryKey, {
    count: 1,
    ...paged,
    results: [organizationPrices],
  });
}

function failed(client: QueryClient): void {
  organization(client);
  failing(pricesQuery(property.id))(client);
}

function pricesOf(hasPrices: boolean) {
  return (client: QueryClient) => {
    const propertyPrices = samplePrices(property.id, hasPrices);
    const units = Array.from({ length: propertyPrices.units_count }, (_, index) => ({
      id: index + 1,
      name: `${101 + index}`,
    }));
    client.setQueryData(pricesQuery(property.id).queryKey, { count: 1, ...paged, results: [propertyPrices] });
    client.setQueryData(unitsOfQuery(property.id).queryKey, [{ id: property.id, name: property.name, units }]);
    organization(client);
  };
}

function Timeline({ planned }: { planned?: NewPrice }): ReactNode {
  return <PriceTimeline property={property} period={{ period: "last-30-days" }} planned={planned} />;
}

/** The prices of a property's gallons over time: with a new one, without any, on their way and failed. */
export function Prices(): ReactNode {
  const planned = { unit_ids: null, cost: 0.025, first: addDays(today(), -20), last: addDays(today(), 40) };
  return (
    <div className={classes.halves}>
      <Panel title="A new price">
        <Answered fill={pricesOf(true)}>
          <Timeline planned={planned} />
        </Answered>
      </Panel>
      <Panel title="Prices in force">
        <Answered fill={pricesOf(true)}>
          <Timeline />
        </Answered>
      </Panel>
      <Panel title="Nobody set any">
        <Answered fill={pricesOf(false)}>
          <Timeline />
        </Answered>
      </Panel>
      <Panel title="Loading">
        <Answered fill={organization}>
          <Timeline />
        </Answered>
      </Panel>
      <Panel title="Failed">
        <Answered fill={failed}>
          <Timeline />
        </Answered>
      </Panel>
    </div>
  );
}
