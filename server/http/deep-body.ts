import { wrongField } from "../problem.ts";
import { isTooDeep } from "../too-deep.ts";

/** Refuses a body of thousands of levels before anything walks it. @throws ProblemError `invalid_fields` */
export function refuseDeep(body: unknown): void {
  if (!isTooDeep(body)) return;
  throw wrongField("body", "The body has too many levels of lists and objects in one another. Send at most 100.");
}
