import { t } from "@lingui/core/macro";
import { ActionIcon, Select, TextInput } from "@mantine/core";
import { pricePerGallon } from "../../../../../contract/display/measures.ts";
import { money } from "../../../../components/format.ts";
import { Gallon, measure } from "../../../../language/measure.ts";
import "@mantine/core/styles/Combobox.layer.css";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { FocusEvent, ReactNode } from "react";
import type { CallAnswer } from "../../../../app/api.ts";
import { propertyOptions } from "../../../../app/report/filters/filter-options.ts";
import { placesQuery } from "../../../../app/report/report-queries.ts";
import { PopoverFilter } from "../../../../components/filters/PopoverFilter.tsx";
import type { Period } from "../../../../components/period/period.ts";
import { isComplete, NO_DAY } from "./cost-rows.ts";
import classes from "./custom-cost.module.css";
import { unitsOfQuery } from "./custom-cost-query.ts";
import { PriceTimeline } from "./PriceTimeline.tsx";
import { rowDays } from "./row-problems.ts";
import type { CustomCostFormState } from "./use-custom-cost.ts";

interface Props {
  form: CustomCostFormState;
  /** Which row, counted from 0. */
  index: number;
  properties: CallAnswer<"GET /v1/reporting/my-properties/">;
  /** What is wrong with rows beyond their single fields, by the form's names of fields. */
  problems: Readonly<Record<string, string>>;
  /** The report's days. */
  period: Period;
  /** Where given, the row can be taken out. */
  onRemove?: () => void;
}

/** A property, what a gallon costs there, and from when to when. */
export function CostFields({ form, index, properties, problems, period, onRemove }: Props): ReactNode {
  const row = form.values.costs[index];
  const id = row?.property_id ? Number(row.property_id) : undefined;
  const property = properties.find((known) => known.id === id);
  if (row === undefined) return null;
  const at = (field: "property_id" | "unit_ids" | "cost" | "start_date" | "end_date") => `costs.${index}.${field}`;
  const inputOf = (field: Parameters<typeof at>[0]) => {
    const input = form.getInputProps(at(field));
    return { ...input, error: input.error ?? problems[at(field)] };
  };
  const [property_id, start, end] = [inputOf("property_id"), inputOf("start_date"), inputOf("end_date")];
  /** One end of the span being right or wrong depends on the other; an empty one has not been left yet. */
  const leave = (field: "start_date" | "end_date") => (event: FocusEvent<HTMLInputElement>) => {
    const [own, other] = field === "start_date" ? ([start, "end_date"] as const) : ([end, "start_date"] as const);
    own.onBlur?.(event);
    // A day that is typed in part reads as none.
    if (event.currentTarget.validity.badInput) form.setFieldError(at(field), NO_DAY);
    else if (row[other] !== "") form.validateField(at(other));
  };
  return (
    <fieldset className={classes.row}>
      <legend className={classes.legend}>{t`Property cost ${index + 1}`}</legend>
      <div className={classes.fields}>
        <Select
          classNames={{ option: classes.option }}
          label={t`Property`}
          placeholder={t`Choose a property`}
          data={groupedChoices(propertyOptions(properties, undefined))}
          searchable
          nothingFoundMessage={t`No properties found`}
          maxDropdownHeight={240}
          // Its list closes when the field is left, and must not take the focus back from the next one.
          comboboxProps={{ returnFocus: false }}
          size="xs"
          {...property_id}
          onChange={(value) => {
            property_id.onChange(value);
            form.setFieldValue(`costs.${index}.unit_ids`, null);
          }}
        />
        <div className={classes.units} data-path={at("unit_ids")}>
          <UnitChoice
            property={id}
            chosen={row.unit_ids}
            onChange={(chosen) => form.setFieldValue(`costs.${index}.unit_ids`, chosen)}
            error={form.errors[at("unit_ids")]}
          />
        </div>
        <TextInput
          label={t`Average Cost per ${Gallon}`}
          leftSection={money}
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps(at("cost"))}
        />
        <TextInput label={t`Start Date for Cost`} type="date" {...start} onBlur={leave("start_date")} />
        <TextInput
          label={t`End Date for Cost`}
          // In the place of an error, so that neither moves what is below.
          description={end.error ? undefined : t`Optional; without one until further notice`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          type="date"
          {...end}
          onBlur={leave("end_date")}
        />
        {onRemove && (
          <ActionIcon className={classes.remove} aria-label={t`Remove property cost ${index + 1}`} onClick={onRemove}>
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </div>
      {property && (
        <PriceTimeline
          property={property}
          period={period}
          planned={
            isComplete(row)
              ? { unit_ids: row.unit_ids, cost: pricePerGallon(Number(row.cost), measure), ...rowDays(row) }
              : undefined
          }
        />
      )}
    </fieldset>
  );
}

interface Choice {
  value: string;
  label: string;
  group?: string | undefined;
}

/** Choices for a select, under their groups, by name, where they have any. */
function groupedChoices(choices: readonly Choice[]) {
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const { value, label, group = "" } of choices) {
    const items = groups.get(group) ?? [];
    items.push({ value, label });
    groups.set(group, items);
  }
  return [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap<{ value: string; label: string } | { group: string; items: { value: string; label: string }[] }>(
      ([group, items]) => (group === "" ? items : [{ group, items }]),
    );
}

interface UnitChoiceProps {
  /** undefined: none is chosen yet. */
  property: number | undefined;
  /** Ids of units; null: all. */
  chosen: readonly number[] | null;
  onChange: (chosen: number[] | null) => void;
  /** What is wrong with the choice. */
  error: ReactNode;
}

/** Which units of a property a cost is for: all, where nobody chooses. */
function UnitChoice({ property, chosen, onChange, error }: UnitChoiceProps): ReactNode {
  const units = useQuery({ ...unitsOfQuery(property ?? 0), enabled: property !== undefined });
  // Units of two buildings may have one name.
  const places = useQuery({ ...placesQuery({ property_id: [property ?? 0] }), enabled: property !== undefined });
  const buildings = new Map(places.data?.buildings.map(({ id, building_name }) => [id, building_name]));
  const buildingOf = new Map(places.data?.units.map(({ id, building_id }) => [id, buildings.get(building_id)]));
  const options = (units.data?.[0]?.units ?? []).map(({ id, name }) => ({
    value: String(id),
    label: name,
    group: buildingOf.get(id),
  }));
  return (
    <>
      <PopoverFilter
        label={chosen === null ? t`All units` : t`Units`}
        options={options}
        selected={chosen?.map(String) ?? options.map(({ value }) => value)}
        onChange={(next) => onChange(next.length === options.length ? null : next.map(Number))}
        required
        loading={units.isPending || places.isPending}
        emptyText={t`No units found`}
        disabled={property === undefined || units.isError || options.length === 0}
      />
      <div role="status">{error && <p className={classes.error}>{error}</p>}</div>
    </>
  );
}
