/** Temporary Postgres error classes: no connection, out of resources, shutting down, cannot write. */
const unavailable = /^(08|53|57P|58|25006|40P01|40001|55P03|57014)/;

/** Whether an error means that the database is unreachable or cannot accept the write right now. */
export function isDatabaseDown(error: Error & { code?: string }): boolean {
  if (error.code !== undefined && (unavailable.test(error.code) || /^E(CONN|PIPE|TIMEDOUT|HOST)/.test(error.code)))
    return true;
  return /Connection terminated|timeout exceeded when trying to connect|Cannot use a pool|not queryable/.test(
    error.message,
  );
}
