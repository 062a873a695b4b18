/** Something in the input that has to be corrected first; the message says what. */
export class BadInput extends Error {}
