import { ProblemError } from "../problem.ts";

/** The refusal of one field, in one sentence. */
export function wrongField(field: string, sentence: string): ProblemError {
  return new ProblemError("invalid_fields", sentence, { [field]: [sentence] });
}

/** The answer to what is out of sight, and to what does not exist. @param what such as `property` */
export function notThere(what: string): ProblemError {
  return new ProblemError("not_found", `There is no such ${what}.`);
}
