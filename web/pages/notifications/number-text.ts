/** A number in groups as people read it: +1 555 234 5678. */
export function numberText(number: string): string {
  if (number.startsWith("+1")) return number.replace(/^(\+1)(\d{3})(\d{3})(\d+)$/, "$1 $2 $3 $4");
  return number.replace(/^(\+\d{2})(.*)$/, (_, country: string, rest: string) =>
    [country, ...(rest.match(/\d{1,3}/g) ?? [])].join(" "),
  );
}
