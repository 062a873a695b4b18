/** Units of a row went away since they were chosen: nothing was sent. */
export class UnitsChanged extends Error {
  /** The units that there are now, by property. */
  readonly there: ReadonlyMap<number, readonly number[]>;

  constructor(there: ReadonlyMap<number, readonly number[]>) {
    super("Units of these properties are no longer there.");
    this.name = "UnitsChanged";
    this.there = there;
  }
}
