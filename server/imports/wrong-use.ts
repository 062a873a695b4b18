/** What was asked for cannot be done as it was said; the message says how. Nothing was changed. */
export class WrongUse extends Error {}
