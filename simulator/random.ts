/**
 * Numbers that look random and depend on nothing but their seed.
 *
 * Everything in the simulator is drawn from seeds made of (who, when, what), never from a sequence that runs on from
 * one day to the next. So any day of any meter can be made on its own and always comes out the same.
 */

const WEYL_STEP = 0x9e3779b9;

function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** A 32-bit seed made of two others; the order matters. */
export function hash(seed: number, part: number): number {
  return mix(mix(seed + WEYL_STEP) + Math.imul(part | 0, 0x27d4eb2f));
}

/** A 32-bit seed made of a text. */
export function hashText(text: string): number {
  let bits = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193);
  return mix(bits);
}

/** A source of draws that starts afresh from its seed. */
export class Draws {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** At least 0, below 1. */
  uniform(): number {
    this.#state = (this.#state + WEYL_STEP) | 0;
    return mix(this.#state) / 0x1_0000_0000;
  }

  /** At least `low`, below `high`. */
  between(low: number, high: number): number {
    return low + (high - low) * this.uniform();
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor((high - low + 1) * this.uniform());
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  /** One of the rows, in proportion to its `weight`. */
  weighted<Row extends { weight: number }>(rows: readonly Row[]): Row {
    let left = this.uniform() * rows.reduce((sum, row) => sum + row.weight, 0);
    for (const row of rows) {
      left -= row.weight;
      if (left < 0) return row;
    }
    return rows[rows.length - 1];
  }

  /** Roughly normal (the sum of four uniforms), mean 0, standard deviation 1; never beyond 3.5. */
  bell(): number {
    return (this.uniform() + this.uniform() + this.uniform() + this.uniform() - 2) * Math.sqrt(3);
  }

  /** How many independent things happen where `mean` are expected; at most 60. */
  poisson(mean: number): number {
    const first = this.uniform();
    // e^-x is at least 1 - x, which settles most of the quiet hours without an exponential.
    if (first < 1 - mean) return 0;
    let term = Math.exp(-mean);
    let sum = term;
    let count = 0;
    while (first > sum && count < 60) {
      count += 1;
      term *= mean / count;
      sum += term;
    }
    return count;
  }
}
