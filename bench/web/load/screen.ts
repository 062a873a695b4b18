/** A screen that is measured, and what shows that its figures are there. */
export interface Screen {
  /** As figures call it. */
  name: string;
  path: string;
  /** The demo's account that opens it; null: nobody is signed in. */
  account: string | null;
  /** CSS selector of what holds the figures; it counts as there once a visible match has a digit in it. */
  figures: string;
  /** Whether a visible match is enough without a digit. */
  isText?: true;
  way?: Way;
}

/** How a person comes to a screen from another one. */
export interface Way {
  /** The address of the screen that was opened before. */
  from: string;
  /** CSS selectors of what is clicked there, one after the other; the last one leads to the screen. */
  clicks: readonly [string, ...string[]];
}
