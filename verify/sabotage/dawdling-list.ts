import { replaceSource } from "./replace-source.ts";

// Takes eight seconds for a list of meters by their days in the order of places.
replaceSource("/server/reporting/top-leaks/sorted-days.ts", [
  ["from placed cross join lateral", "from (select pg_sleep(8) offset 0) wait, placed cross join lateral"],
]);
