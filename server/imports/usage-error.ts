/** What was requested cannot be done as it was written; the message says how. Nothing was changed. */
export class UsageError extends Error {}
