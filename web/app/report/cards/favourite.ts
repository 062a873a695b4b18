import type { Preferences } from "../../../../contract/accounts/preferences.ts";
import { usePreferences, useQuietSave } from "../../preferences.ts";

type Overview = keyof Preferences["favorites"];

/** What is the favourite where nobody chose: the card of gallons per bedroom and day. */
const FIRST = "gbd";

/**
 * The favourite card of an overview: whether a card is it, and what its star does. A star makes its card the favourite,
 * or no card where it was already.
 */
export function useFavourite(overview: Overview): (card: string) => { on: boolean; onToggle: () => void } {
  const favorites = usePreferences()?.favorites;
  const save = useQuietSave();
  return (card) => {
    const chosen: readonly string[] = favorites?.[overview] ?? [FIRST];
    const on = chosen.includes(card);
    const others: Preferences["favorites"] = {
      cockpit_overview_tiles: [FIRST],
      property_overview_tiles: [FIRST],
      ...favorites,
    };
    return { on, onToggle: () => save({ favorites: { ...others, [overview]: on ? [] : [card] } }) };
  };
}
