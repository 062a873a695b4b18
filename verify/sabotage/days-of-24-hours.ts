import { replaceSource } from "./replace-source.ts";

// Takes every day for one of 24 hours.
replaceSource("/server/time/local-day.ts", [["hours: Math.ceil((endsAt - startsAt) / HOUR_MS)", "hours: 24"]]);
