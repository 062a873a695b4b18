/** A screen to be opened for the first time, and what shows that its figures are there. */
export interface Screen {
  path: string;
  /** The demo's account that opens it; null: nobody is signed in. */
  account: string | null;
  /** CSS selector of what holds the figures; it counts as there once a visible match has a digit in it. */
  figures: string;
  /** Whether a visible match is enough without a digit. */
  isText?: true;
}

export const screens: readonly Screen[] = [
  { path: "/login", account: null, figures: "form button[type=submit]", isText: true },
  { path: "/properties?period=last-30-days", account: "admin@dripline.example", figures: "tbody td:nth-child(n+2)" },
  {
    path: "/top5-leaks-details?period=last-30-days",
    account: "property@dripline.example",
    figures: "tbody td:nth-child(n+2)",
  },
];
