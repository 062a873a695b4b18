/** The exit codes of commands. */
export const exitCodes = {
  fine: 0,
  /** Rows, or the whole file, were rejected; or the audit log was tampered with. */
  refused: 1,
  usage: 2,
  /** Something failed that was no usage error, as a database that cannot be reached. */
  failed: 3,
  interrupted: 130,
} as const;
