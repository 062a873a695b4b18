import { InvalidArgumentError } from "commander";

/** Reads an option that is a whole number from 1 on. @throws InvalidArgumentError for anything else */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("It must be a whole number from 1 on.");
  return value;
}
