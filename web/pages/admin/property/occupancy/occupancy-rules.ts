import { t } from "@lingui/core/macro";

const NO_DAY = t`Please enter a valid date`;

/** A day that can be meant: years out of these are half typed. */
function isDay(date: string): boolean {
  return date >= "1900-01-01" && date <= "2199-12-31";
}

interface OccupancyFields {
  status: string;
  move_in: string;
  move_out: string;
  as_of: string;
}

/** The rules of the form. @param today the property's local day, yyyy-MM-dd */
export function occupancyRules(today: string) {
  return {
    status: (typed: string) => (typed === "" ? t`Choose occupied or vacant.` : null),
    as_of: (typed: string) => {
      if (!isDay(typed)) return NO_DAY;
      return typed > today ? t`This day is still to come.` : null;
    },
    move_in: (typed: string) => (typed === "" || isDay(typed) ? null : NO_DAY),
    move_out: (typed: string, { move_in, status }: OccupancyFields) => {
      if (typed === "") return null;
      if (!isDay(typed)) return NO_DAY;
      return status === "occupied" && move_in !== "" && typed < move_in
        ? t`Who lives there cannot have moved out before moving in.`
        : null;
    },
  };
}
