/** What a command tells the shell. */
export const exitCodes = {
  fine: 0,
  /** Rows, or the whole file, were refused; or the audit log is not as it was written. */
  refused: 1,
  usage: 2,
  /** Something failed that was no usage error, as a database that cannot be reached. */
  failed: 3,
  interrupted: 130,
} as const;
