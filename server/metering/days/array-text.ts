/** An array as Postgres reads it; null for null. For arrays of arrays, which a parameter cannot carry ragged. */
export function arrayText(values: readonly (number | null)[] | null): string | null {
  if (values === null) return null;
  let text = "{";
  for (let i = 0; i < values.length; i++) text += `${i === 0 ? "" : ","}${values[i] ?? "NULL"}`;
  return `${text}}`;
}
