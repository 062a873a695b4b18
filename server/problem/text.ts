/** What may stand in a sentence. */
type Value = string | number | null | undefined | Text;

/** A sentence for people, which is translated before it is sent. As a string it is English. */
export class Text {
  /** In English, with {0} in the place of the first value. */
  readonly message: string;
  readonly values: readonly Value[];

  constructor(message: string, values: readonly Value[]) {
    this.message = message;
    this.values = values;
  }

  toString(): string {
    return this.message.replaceAll(/\{(\d+)\}/g, (_, place) => String(this.values[Number(place)]));
  }
}

/** Writes a sentence for people in English; `npm run translations` collects it. */
export function text(parts: TemplateStringsArray, ...values: readonly Value[]): Text {
  return new Text(parts.map((part, place) => (place === 0 ? part : `{${place - 1}}${part}`)).join(""), values);
}
