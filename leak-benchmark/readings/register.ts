/** A register that a meter showed. */
export interface Register {
  /** Milliseconds since the epoch, whole seconds. */
  at: number;
  /** Thousandths of a litre. */
  millilitres: number;
}
