import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { call } from "../../../app/api.ts";
import entryClasses from "../../../app/form/entry.module.css";
import { nameError } from "../../../app/form/rules.ts";
import { useEntry } from "../../../app/form/use-entry.ts";
import { OneOfMany } from "../../../components/filters/OneOfMany.tsx";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import { Choice } from "./Choice.tsx";
import { StepForm } from "./StepForm.tsx";
import classes from "./start.module.css";
import { propertiesQuery } from "./start-queries.ts";
import type { Start } from "./use-start.ts";

const InventoryFile = lazy(() =>
  import("../inventory-file/InventoryFile.tsx").then(({ InventoryFile: part }) => ({ default: part })),
);

/** Which property it is about: a new one, or one that is there. */
export function PropertyStep({ start }: { start: Start }): ReactNode {
  const [typed, setTyped] = useState("");
  const [isFile, setIsFile] = useState(false);
  const offered = useQuery(propertiesQuery(typed || undefined));
  const hasSome = (start.properties.data?.count ?? 0) > 0;
  const goOn = (id: number) => start.go({ property_id: id });
  return (
    <>
      <p>
        <Trans>
          A site with its own address. Its days, and so its leaks by night, go by its time zone, which stays as it is
          from the first reading on.
        </Trans>
      </p>
      <div className={classes.ways}>
        {hasSome && (
          <section className={`${classes.way} ${classes.narrow}`} aria-label={t`A property that is there`}>
            <Choice
              label={t`Go on with`}
              none={t`No properties found`}
              options={offered.data?.results ?? []}
              value={start.propertyId ?? null}
              onChange={goOn}
              onSearch={setTyped}
            />
          </section>
        )}
        {start.organization && (
          <section className={classes.way} aria-label={t`A new property`}>
            <NewProperty organization={start.organization} isFirst={!hasSome} onDone={goOn} />
          </section>
        )}
      </div>
      {isFile ? (
        <Suspense fallback={<Skeleton height={260} />}>
          <InventoryFile
            organizationId={start.organization?.id ?? null}
            onApplied={({ property_ids: [first] }) => first !== undefined && goOn(first)}
          />
        </Suspense>
      ) : (
        <p className={classes.aside}>
          <Trans>
            Is there a spreadsheet that names several properties?{" "}
            <button type="button" className={classes.action} onClick={() => setIsFile(true)}>
              Make them from the spreadsheet
            </button>
          </Trans>
        </p>
      )}
    </>
  );
}

interface NewPropertyProps {
  organization: { id: number; name: string };
  isFirst: boolean;
  onDone: (id: number) => void;
}

function NewProperty({ organization, isFirst, onDone }: NewPropertyProps): ReactNode {
  const [zones] = useState(zoneChoices);
  const entry = useEntry({
    name: `property of ${organization.id}`,
    initial: { name: "", time_zone: ownZone(), street: "", city: "", state: "", zip_code: "" },
    rules: {
      name: nameError,
      time_zone: (zone: string) => (zone === "" ? t`Choose the time zone.` : null),
    },
    write: (values) =>
      call("POST /v1/admin/staff/inventory/organizations/properties", {
        body: { ...values, organization_id: organization.id },
      }),
    onDone: ({ id }) => onDone(id),
  });
  const { form } = entry;
  return (
    <StepForm entry={entry} save={t`Make the property`}>
      <div className={entryClasses.pair}>
        <TextInput
          label={isFirst ? t`Name of the property` : t`Name of a new property of ${organization.name}`}
          autoComplete="off"
          {...form.getInputProps("name")}
        />
        <OneOfMany
          label={t`Time zone`}
          placeholder={t`Choose the time zone`}
          options={zones}
          none={t`No time zones found`}
          {...form.getInputProps("time_zone")}
          value={form.values.time_zone}
        />
      </div>
      <div className={classes.address}>
        <TextInput label={t`Street`} autoComplete="off" {...form.getInputProps("street")} />
        <TextInput label={t`City`} autoComplete="off" {...form.getInputProps("city")} />
        <TextInput label={t`State`} autoComplete="off" {...form.getInputProps("state")} />
        <TextInput label={t`ZIP code`} autoComplete="off" {...form.getInputProps("zip_code")} />
      </div>
      <p className={entryClasses.soft}>
        <Trans>The address is optional. With its ZIP code the property shows on the map.</Trans>
      </p>
    </StepForm>
  );
}

const usual = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
];

/** All time zones that the browser knows, those of the states first. */
function zoneChoices(): { value: string; label: string }[] {
  const others = Intl.supportedValuesOf("timeZone").filter((zone) => !usual.includes(zone));
  return [...usual, ...others].map((value) => ({ value, label: value.replaceAll("_", " ") }));
}

/**
 * The zone of the person's own clock, which is mostly that of their buildings, too; empty where that clock is set to none
 * that buildings stand in (UTC), so that nobody takes it without a look.
 */
function ownZone(): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zoneChoices().some(({ value }) => value === own) ? own : "";
}
