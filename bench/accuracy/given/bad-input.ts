/** Something in the input that has to be put right first; the message says what. */
export class BadInput extends Error {}
