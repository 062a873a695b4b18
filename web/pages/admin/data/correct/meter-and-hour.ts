/** A meter, and the hour that it is about where it is about one. */
export interface MeterAndHour {
  meter: string;
  /** An instant; undefined: no hour is meant. */
  hour: string | undefined;
}

/** How an address names them: the serial number, then the hour. */
export function meterAndHour({ meter, hour }: MeterAndHour): string {
  return hour === undefined ? meter : `${meter} ${hour}`;
}

/** Reads what an address names; a serial number may have spaces of its own. */
export function readMeterAndHour(of: string): MeterAndHour {
  const [, meter, hour] = /^(.*) (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}\S*)$/.exec(of) ?? [];
  return meter !== undefined && hour !== undefined && !Number.isNaN(Date.parse(hour))
    ? { meter, hour }
    : { meter: of, hour: undefined };
}
