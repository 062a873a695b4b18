import fc from "fast-check";
import { expect } from "vitest";

interface PageOf<Row> {
  count: number;
  next: string | null;
  results: Row[];
}

/**
 * Walks lists in every ordering and page size by their `next` URLs, and asserts that each row comes once, in the order
 * of one large page. `filters` is the rest of the query string, which the URLs must keep.
 */
export async function pagesAreTheSet<Row>(
  read: (query: string) => Promise<PageOf<Row>>,
  orderings: readonly string[],
  filters: string,
  key: (row: Row) => string | number,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...orderings), fc.integer({ min: 1, max: 50 }), async (ordering, size) => {
      const whole = await read(`?${filters}&ordering=${ordering}&page_size=50`);
      expect(whole.count).toBeLessThanOrEqual(50);
      const seen: (string | number)[] = [];
      let next: string | null = `?${filters}&ordering=${ordering}&page_size=${size}`;
      while (next !== null) {
        const page: PageOf<Row> = await read(next.slice(next.indexOf("?")));
        expect(page.count).toBe(whole.count);
        seen.push(...page.results.map(key));
        next = page.next;
      }
      expect(seen).toEqual(whole.results.map(key));
      expect(new Set(seen).size).toBe(whole.count);
    }),
    { numRuns: 60 },
  );
}
