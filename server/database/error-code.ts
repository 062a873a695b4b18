/** The code of an error, such as Postgres' SQLSTATE; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** A timeout of `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === "55P03";
}

/** A deadlock or a serialization failure: the transaction only has to be retried. */
export function isTransient(error: unknown): boolean {
  return codeOf(error) === "40P01" || codeOf(error) === "40001";
}
