/**
 * Numbers that look random and follow from their seed alone, on every machine: the leaks of the benchmark are drawn from
 * them, so another seed, home, kind or number gives another leak, and the same always the same.
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
}
