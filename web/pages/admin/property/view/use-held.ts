import { useState } from "react";

/** The value as it was last there: a dialog keeps the row that it is about when the list behind it turns a page. */
export function useHeld<Value>(value: Value | undefined): Value | undefined {
  const [held, setHeld] = useState(value);
  if (value !== undefined && value !== held) setHeld(value);
  return value ?? held;
}
