/**
 * The body of a request to a provider of text messages. Values are set within the parsed template, so that no character
 * of them can end a value.
 * @param template JSON, or a form, with {to} and {text} in values
 */
export function fillTemplate(
  template: string,
  values: { to: string; text: string },
): { type: string; content: string } {
  const set = (value: string) =>
    value.replaceAll(/\{(to|text)\}/g, (_, name) => (name === "to" ? values.to : values.text));
  try {
    const content = JSON.stringify(JSON.parse(template), (_, value) =>
      typeof value === "string" ? set(value) : value,
    );
    return { type: "application/json", content };
  } catch {
    const fields = [...new URLSearchParams(template)].map(([name, value]) => [name, set(value)]);
    return { type: "application/x-www-form-urlencoded", content: new URLSearchParams(fields).toString() };
  }
}

/** Whether both places are in values: in a name they would stay as they are. */
export function hasBothPlaces(template: string): boolean {
  const { content } = fillTemplate(template, { to: "15550000001", text: "15550000002" });
  return content.includes("15550000001") && content.includes("15550000002");
}
