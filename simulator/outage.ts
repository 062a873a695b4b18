/** A span in which a gateway sends nothing. Milliseconds since the epoch. */
export interface Outage {
  from: number;
  to: number;
  /** `late`: it kept the hours and sends them when it is back. `lost`: they never come. */
  hours: "late" | "lost";
  /** It lost its place, and sends the twelve hours before the outage once more. */
  repeats: boolean;
}
