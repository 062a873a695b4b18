import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { RepairEffect } from "../../../../../contract/readings/repair-effect.ts";
import { formatDate } from "../../../../components/format.ts";
import { Gallons } from "../../../../language/measure.ts";
import classes from "./effect.module.css";
import { changedMeters, effectMessage, leakChangesText, volumeChangeText } from "./effect-text.ts";

/** Days that are listed of a meter; more are counted. */
const MOST_DAYS = 31;
/** Days of a single meter that are seen without unfolding them. */
const FEW_DAYS = 7;

/** What a repair changes, or changed: in a sentence, by meter, and unfolded by day. */
export function Effect({ effect, isDone }: { effect: RepairEffect; isDone: boolean }): ReactNode {
  const meters = changedMeters(effect);
  return (
    <section className={classes.effect} aria-label={t`What it changes`}>
      <p>
        <b>{effectMessage(effect, isDone)}</b>
        {!isDone && t` Nothing is saved yet.`}
      </p>
      {meters.map((one) => (
        <details
          key={one.meter_serial_number}
          className={classes.meter}
          open={(meters.length === 1 && one.days.length <= FEW_DAYS) || undefined}
        >
          <summary>
            <Trans>
              Meter {one.meter_serial_number}: {plural(one.days_changed, { one: "# day", other: "# days" })},{" "}
              {volumeChangeText(one.gallons_before, one.gallons_after)}
              {leakChangesText(one) !== "" && `, ${leakChangesText(one)}`}
            </Trans>
          </summary>
          <div className={classes.scroll}>
            <table>
              <caption>
                <Trans>Days of meter {one.meter_serial_number}</Trans>
              </caption>
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Day</Trans>
                  </th>
                  <th scope="col">{Gallons}</th>
                  <th scope="col">{t`Leak ${Gallons}`}</th>
                  <th scope="col">
                    <Trans>Hours measured</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {one.days.slice(0, MOST_DAYS).map((day) => (
                  <tr key={day.date}>
                    <th scope="row">{formatDate(day.date)}</th>
                    <td>{volumeChangeText(day.gallons_before, day.gallons_after)}</td>
                    <td>{volumeChangeText(day.leak_gallons_before, day.leak_gallons_after)}</td>
                    <td>
                      {day.hours_measured_before === day.hours_measured_after
                        ? day.hours_measured_after
                        : `${day.hours_measured_before} → ${day.hours_measured_after}`}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {one.days.length > MOST_DAYS && (
            <p className={classes.soft}>
              <Trans>And {plural(one.days.length - MOST_DAYS, { one: "# more day", other: "# more days" })}.</Trans>
            </p>
          )}
        </details>
      ))}
      {effect.units.length > 0 && (
        <p className={classes.soft}>
          {effect.units.length === 1 ? t`Unit` : t`Units`}{" "}
          {effect.units
            .slice(0, 5)
            .map(({ building_name, unit_name }) => `${building_name} ${unit_name}`)
            .join(", ")}
          {effect.units.length > 5 && t` and ${effect.units.length - 5} more`}
          {isDone ? t` changed with it.` : effect.units.length === 1 ? t` changes with it.` : t` change with it.`}
        </p>
      )}
    </section>
  );
}
