import type { ListedLeak } from "../../../../contract/leaks/leaks.ts";
import { formatPlace } from "../../../app/report/text.ts";
import { LeakTypeBadge } from "../../../components/badges/LeakTypeBadge.tsx";
import { leakTypeLook } from "../../../components/badges/leak-type.ts";
import { formatDollars, formatGallons, NOT_MEASURED, plain } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { dayAtProperty } from "../../property/leak-detail/view/property-time.ts";
import { Outcome, outcomeText } from "./Outcome.tsx";
import type { SavingsList } from "./savings-queries.ts";

type Column = TableColumn<ListedLeak>;

function dayColumn(id: string, header: string, of: (leak: ListedLeak) => string | null, zone: ZoneOf): Column {
  const text = (leak: ListedLeak) => {
    const [instant, there] = [of(leak), zone(leak.property_id)];
    return instant === null || there === undefined ? "" : dayAtProperty(instant, there);
  };
  return { id, header, sortable: id, cell: (leak) => text(leak) || NOT_MEASURED, text };
}

type ZoneOf = (property: number) => string | undefined;

/**
 * The columns of leaks that stopped.
 * @param zone the time zone of a property; undefined: not known yet, so that no day can be shown
 * @param totals what all of them saved, already formatted
 */
export function stoppedColumns(
  list: SavingsList,
  zone: ZoneOf,
  totals: { gallons: string; dollars: string } | undefined,
): Column[] {
  const stopped =
    list === "repaired-leaks"
      ? dayColumn("repaired_at", "Repaired", ({ repair }) => repair?.repaired_at ?? null, zone)
      : dayColumn("ended_at", "Ended", ({ ended_at }) => ended_at, zone);
  return [
    {
      id: "property_name",
      header: "Property | Building | Unit",
      sortable: "property_name",
      fields: ["property_name", "building_name", "unit_name"],
      card: "title",
      pinned: true,
      cell: (leak) => <strong>{formatPlace(leak)}</strong>,
      text: formatPlace,
    },
    {
      id: "leak_type",
      header: "Leak Type",
      card: "under",
      cell: (leak) => <LeakTypeBadge leakType={leak.leak_type} />,
      text: (leak) => leakTypeLook(leak.leak_type).name,
    },
    { ...stopped, fields: list === "repaired-leaks" ? ["repair.repaired_at"] : ["ended_at"] },
    {
      id: "outcome",
      header: "Since Then",
      card: "under",
      cell: (leak) => <Outcome outcome={leak.outcome} />,
      text: (leak) => outcomeText(leak.outcome),
    },
    {
      id: "saved_gallons",
      header: "Gallons Saved",
      unit: "gal",
      align: "right",
      fields: ["saved.gallons"],
      card: "main",
      total: totals?.gallons,
      cell: ({ saved }) => formatGallons(saved?.gallons ?? null),
      text: ({ saved }) => plain(saved?.gallons ?? null),
    },
    {
      id: "saved_dollars",
      header: "Dollars Saved",
      textUnit: "$",
      align: "right",
      fields: ["saved.dollars"],
      card: "main",
      total: totals?.dollars,
      cell: ({ saved }) => <strong>{formatDollars(saved?.dollars ?? null, 2)}</strong>,
      text: ({ saved }) => plain(saved?.dollars ?? null),
    },
  ];
}
