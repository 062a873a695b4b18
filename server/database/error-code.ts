/** The code of an error, such as Postgres' SQLSTATE; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** A lock that was not free within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === "55P03";
}

/** A deadlock or a serialisation failure: nothing is wrong, the transaction only has to be done again. */
export function isTransient(error: unknown): boolean {
  return codeOf(error) === "40P01" || codeOf(error) === "40001";
}
