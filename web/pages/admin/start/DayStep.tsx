import type { ReactNode } from "react";
import type { PropertySetup } from "../../../../contract/inventory/property-setup.ts";
import { formatDate } from "../../../components/format.ts";
import { Progress } from "./Progress.tsx";
import { Received } from "./Received.tsx";

/** The first day that is known from midnight to midnight. */
export function DayStep({ setup }: { setup: PropertySetup }): ReactNode {
  const { first_day: day } = setup;
  return (
    <>
      {day === null ? (
        <p>It begins with the midnight after the first reading.</p>
      ) : (
        <>
          <p>
            {day.is_complete
              ? "It stands in the reports."
              : `It counts once it is over and three quarters of its hours were measured of a meter. Hours that are missing may come later, by a gateway or a file.`}
          </p>
          <Progress
            label={`Hours of ${formatDate(day.date)} that were measured`}
            value={day.hours_measured}
            most={day.hours}
          />
        </>
      )}
      <Received setup={setup} />
    </>
  );
}
