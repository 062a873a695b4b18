/** What a step of a register was. */
export type Way = "counts" | "reset" | "swap";

/** The ways to accept a step of a register, with their labels. */
export const ways: readonly { way: Way; title: string; description: string }[] = [
  { way: "counts", title: "It is real water", description: "The step counts as consumption." },
  {
    way: "reset",
    title: "The register was reset",
    description: "The register restarts there, and the step is not counted as water.",
  },
  {
    way: "swap",
    title: "Another register was put in",
    description:
      "The new one starts there, and the step is not counted as water. If the meter has another serial number now, swap it in the inventory instead.",
  },
];

/** The way that a form's text names; undefined: none. */
export function wayOf(text: string): Way | undefined {
  return ways.find(({ way }) => way === text)?.way;
}
