import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Select } from "@mantine/core";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import "@mantine/core/styles/Combobox.layer.css";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { PointRow } from "../../../../../contract/inventory/places.ts";
import classes from "../../../../app/form/entry.module.css";
import { choicesQuery, pointsQuery } from "../view/inventory-queries.ts";
import type { InventoryView } from "../view/use-inventory.ts";
import { pointKindLabel } from "./point-text.ts";

const WHOLE = "whole";

interface Props {
  view: InventoryView;
  /** Of the form's field: the point's id as text. */
  input: { value: string; error?: ReactNode; onChange: (value: string, point?: PointRow) => void };
}

/** Chooses an empty point: first the building, then the unit, then which of its points. */
export function PointChoice({ view, input }: Props): ReactNode {
  const choices = useQuery(choicesQuery(view.propertyId));
  const { buildings = [], units = [] } = choices.data ?? {};
  const [building, setBuilding] = useState<string | null>(null);
  const [unit, setUnit] = useState<string | null>(null);
  const chosen = building ?? (buildings.length === 1 ? String(buildings[0]?.id) : null);
  const params =
    unit === WHOLE ? { building_id: chosen === null ? undefined : [Number(chosen)] } : { unit_id: [Number(unit)] };
  const points = useQuery({
    ...pointsQuery(view.propertyId, { ...params, page_size: 50 }),
    enabled: chosen !== null && unit !== null,
  });
  const here = points.data?.results.filter((point) => unit !== WHOLE || point.unit_id === null);
  const empty = here?.filter(({ meter_serial_number }) => meter_serial_number === null);
  const choice = {
    classNames: { option: classes.option },
    size: "xs",
    comboboxProps: { returnFocus: false },
    limit: 100,
  } as const;
  if (choices.isError) {
    return <QueryFailure query={choices} what={t`The units`} inline />;
  }
  return (
    <>
      <div className={classes.pair}>
        <Select
          {...choice}
          label={t`Building`}
          placeholder={t`Choose a building`}
          data={buildings.map(({ id, building_name }) => ({ value: String(id), label: building_name }))}
          searchable
          nothingFoundMessage={t`No buildings found`}
          value={chosen}
          onChange={(value) => {
            setBuilding(value);
            setUnit(null);
            input.onChange("");
          }}
        />
        <Select
          {...choice}
          label={t`Unit`}
          placeholder={t`Choose a unit`}
          disabled={chosen === null}
          data={[
            { value: WHOLE, label: t`Whole building, irrigation` },
            ...units
              .filter(({ building_id }) => String(building_id) === chosen)
              .map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          searchable
          nothingFoundMessage={t`No units found`}
          value={unit}
          onChange={(value) => {
            setUnit(value);
            input.onChange("");
          }}
        />
      </div>
      <Select
        {...choice}
        label={t`Point`}
        placeholder={t`Choose a point`}
        disabled={unit === null || empty === undefined || empty.length === 0}
        data={(empty ?? []).map((point) => ({ value: String(point.id), label: pointKindLabel(point) }))}
        error={input.error}
        value={input.value || null}
        onChange={(value) =>
          input.onChange(
            value ?? "",
            here?.find(({ id }) => String(id) === value),
          )
        }
      />
      <QueryFailure query={points} what={t`The points`} inline />
      {empty?.length === 0 && (
        <p className={classes.soft}>
          {here?.length === 0 ? t`There is no point here yet.` : t`Every point here has a meter.`}{" "}
          <Button variant="subtle" onClick={() => view.open("add-point")}>
            <Trans>Add a point</Trans>
          </Button>
        </p>
      )}
    </>
  );
}
