/** The exit codes of commands. */
export const exitCodes = {
  fine: 0,
  /** Rows, or the whole file, were rejected; or the audit log was tampered with. */
  rejected: 1,
  usage: 2,
  /** A failure that is no usage error, such as an unreachable database. */
  failed: 3,
  interrupted: 130,
} as const;
