/** Thousandths of a gallon of a meter in an hour: any numbers that differ from their neighbours. */
export function thousandthsOf(meter: number, hour: number): number {
  return (meter * 7919 + hour * 104_729) % 5000;
}
