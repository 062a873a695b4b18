/** What each rule looks for, in a sentence, by the name that its numbers begin with. */
const descriptions: Readonly<Record<string, string>> = {
  Continuous: "Water runs in nearly every hour. For meters that tell flow time.",
  Floor: "The quietest hour is never still: something runs beneath all use.",
  "Long run": "Some water in every hour, however little, for days.",
  Often: "Heavy hours come again and again. Each gives a point, every hour takes a part of one away.",
  Burst: "Very much water, hour after hour.",
  "Toilet running": "A toilet's meter runs long without being flushed.",
  "No rest": "A toilet has had no long dry spell for days.",
  Building: "A building uses more water at night than it used to.",
  "New meter": "What is asked of a meter that has no history of its own yet.",
  "Own history": "What a meter is held against: its own days without a leak.",
  "Any rule": "Holds beside all other rules.",
  Life: "When a leak is over, and when two are one.",
  "Most flow": "More than this cannot pass a meter of that kind.",
};

/** What a rule looks for; undefined: no sentence is known of it. */
export function ruleDescription(group: string): string | undefined {
  return descriptions[group];
}
