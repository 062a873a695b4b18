import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest: begun last, one of them would run alone at the end while the other core is idle. */
const longest = [
  "e2e/screens.test.ts",
  "verify/authorization/authorization.http.test.ts",
  "e2e/report-dialogs.test.ts",
  "e2e/property.test.ts",
  "e2e/cases.test.ts",
  "e2e/top5-home.test.ts",
  "e2e/admin-profile.test.ts",
  "e2e/signing-in.test.ts",
  "e2e/leak-detail.test.ts",
];

/** The order in which test files are begun. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
      return place < 0 ? longest.length : place;
    };
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
