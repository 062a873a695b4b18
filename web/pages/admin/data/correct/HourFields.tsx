import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import entryClasses from "../../../../app/form/entry.module.css";
import type { Entry } from "../../../../app/form/use-entry.ts";
import { formatGallonsUnit } from "../../../../components/format.ts";
import { hoursAroundQuery } from "../../../property/leak-detail/view/explanation-queries.ts";
import { hourAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import ownClasses from "./correct.module.css";
import { hoursOf, NOT_MEASURED, volumeError, volumesOf, withVolume } from "./corrected-hours.ts";

/** What is typed hour by hour, among other fields. */
export type HourValues = {
  meter: string;
  first: string;
  last: string;
  volumes: string;
  way: string;
  /** Minutes that each pasted line is for. */
  minutes: string;
  lines: string;
  reason: string;
};

interface Props {
  form: Entry<HourValues>["form"];
  propertyId: number;
  /** The inventory's meter that is typed; undefined: none, or not known yet. */
  meter: string | undefined;
  zone: string;
  now: number;
}

/** The first and the last hour, and a field for each of them beside what counts now. */
export function HourFields({ form, propertyId, meter, zone, now }: Props): ReactNode {
  const { values, errors } = form;
  const hours = hoursOf(values.first, values.last, zone, now);
  const counted = useCounted(propertyId, meter, hours, zone);
  const volumes = volumesOf(values.volumes);
  const set = (at: string, typed: string) => {
    form.setFieldValue("volumes", withVolume(values.volumes, at, typed));
    form.clearFieldError("lines");
  };
  // The server's errors on hours apply to both ways to enter them.
  const wrong = errors.volumes ?? errors.lines;
  const clock = (name: "first" | "last", label: string, help: string) => (
    <TextInput
      label={label}
      description={errors[name] ? undefined : help}
      inputWrapperOrder={["label", "input", "description", "error"]}
      type="datetime-local"
      step={3600}
      {...form.getInputProps(name)}
    />
  );
  return (
    <>
      <div className={entryClasses.pair}>
        {clock("first", t`First hour`, t`On the property's clock (${zone.replaceAll("_", " ")})`)}
        {clock("last", t`Last hour`, t`Empty: only the first`)}
      </div>
      {hours.length > 0 && (
        <fieldset className={ownClasses.hours} aria-describedby={wrong ? "volumes-wrong" : undefined}>
          <legend>
            <Trans>Gallons of each hour; empty: it stays as it is</Trans>
          </legend>
          {hours.map(({ at, hourLabel }, index) => {
            const typed = volumes.get(at) ?? "";
            const isUnmeasured = typed === NOT_MEASURED;
            const isWrong = errors.lines
              ? typed !== ""
              : Boolean(errors.volumes) && (volumeError(typed) !== null || (index === 0 && values.volumes === ""));
            return (
              <div key={at} className={ownClasses.hour}>
                <span>
                  {hourLabel}
                  <small>{counted(at)}</small>
                </span>
                <TextInput
                  aria-label={t`Gallons, ${hourLabel}`}
                  inputMode="decimal"
                  autoComplete="off"
                  rightSection={
                    <span className={ownClasses.unit}>
                      <Trans>gal</Trans>
                    </span>
                  }
                  disabled={isUnmeasured}
                  error={isWrong}
                  value={isUnmeasured ? "" : typed}
                  onChange={(event) => set(at, event.currentTarget.value)}
                />
                <label>
                  <Trans>
                    <input
                      type="checkbox"
                      aria-label={t`Not measured, ${hourLabel}`}
                      checked={isUnmeasured}
                      onChange={(event) => set(at, event.currentTarget.checked ? NOT_MEASURED : "")}
                    />
                    Not measured
                  </Trans>
                </label>
              </div>
            );
          })}
          {wrong && (
            <p id="volumes-wrong" className={ownClasses.wrong}>
              {wrong}
            </p>
          )}
        </fieldset>
      )}
    </>
  );
}

/** The text of an hour's current value; "" as long as it is not known. */
function useCounted(propertyId: number, meter: string | undefined, hours: readonly { at: string }[], zone: string) {
  const day = (at: string | undefined) => (at === undefined ? undefined : hourAtProperty(at, zone).date);
  const start_date = day(hours[0]?.at);
  const end_date = day(hours.at(-1)?.at);
  const points = useQuery({
    ...hoursAroundQuery({ meter: meter ?? "", propertyId }, start_date ?? "", end_date ?? ""),
    enabled: meter !== undefined && start_date !== undefined,
  });
  const known = new Map(points.data?.map((point) => [Date.parse(point.label), point]));
  return (at: string) => {
    const point = known.get(Date.parse(at));
    if (point === undefined) return "";
    if (point.gallons_consumed === null) return t`Not measured now`;
    const estimated = point.estimated_gallons > 0 ? t`, estimated` : "";
    return t`${formatGallonsUnit(point.gallons_consumed, 1)} now${estimated}`;
  };
}
