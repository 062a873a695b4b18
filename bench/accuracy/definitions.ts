/** How the figures are to be read, a sentence each; printed below the tables and kept beside the figures. */
export const definitions: readonly string[] = [
  "Real: leaks put into the litre registers of 26 real homes, hourly and without flow time; the figures are those of the half of the homes on which no rule was tuned.",
  "Simulated: apartments for a year with three leaks each, 3 % of the hours missing, with flow time and, on the same hours, without; a leak is judged on the nearest meter that sees it.",
  "The product's own code works registers into hours and finds the leaks; it never sees what was put in.",
  "Hours are measured hours: the one in which the leak begins is the first, the one at whose end the leak was opened the last; a growing leak counts from where it reaches 1 gal/h, and one opened before that has 0.",
  "A leak is found by the first row of the leak list that was opened after it began and has time in common with it; a suspected burst counts for bursts only, and a row that the same home has at that time without the leak counts for none.",
  "A case counts when three quarters of the hours of its window are measured. Real homes that leak by themselves in that window or the day before are left out.",
  "In simulated units a leak that begins while an older row is still open counts as missed.",
  "Precision is the share of rows, suspected ones aside, that were opened during a leak, or after one with which they have time in common, whose water runs through their meter.",
  "The volume's error is what the product's leak gallons in the measured hours of a found leak miss of what ran out in them, as a part of it, less in each what the home has without the leak.",
  "Flat flow is a night (00:00 to 06:00) without a dry hour whose lowest hour is at least a third of its median, or six hours in a row whose lowest is at least three quarters of the highest, within a day of the opening.",
  "Intervals are 95 %: Wilson's for shares, Byar's for rates by year, order statistics for medians.",
];
