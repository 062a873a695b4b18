/** The name of an option of a call, such as `date_format`; the command line writes its flag. */
export interface Option {
  option: string;
}

/** A day as `yyyy-MM-dd`, written without its year: "March 1". */
export interface Day {
  day: string;
}

/** What may stand in a sentence. */
type Value = string | number | null | undefined | Option | Day | Text;

/** A sentence for people, which is translated before it is sent. As a string it is English. */
export class Text {
  /** In English, with {0} in the place of the first value. */
  readonly message: string;
  readonly values: readonly Value[];

  constructor(message: string, values: readonly Value[]) {
    this.message = message;
    this.values = values;
  }

  /** @param spell how options are written */
  toString(spell = (option: string): string => option): string {
    return this.message.replaceAll(/\{(\d+)\}/g, (_, place) => {
      const value = this.values[Number(place)];
      return value instanceof Text ? value.toString(spell) : String(plainValue(value, "en-US", spell));
    });
  }
}

/** Writes a sentence for people in English; `npm run translations` collects it. */
export function text(parts: TemplateStringsArray, ...values: readonly Value[]): Text {
  return new Text(parts.map((part, place) => (place === 0 ? part : `{${place - 1}}${part}`)).join(""), values);
}

/** A value that is no sentence, as it is written in a sentence. */
export function plainValue(
  value: Exclude<Value, Text>,
  locale: string | string[],
  spell = (option: string): string => option,
) {
  if (typeof value !== "object" || value === null) return value;
  if ("option" in value) return spell(value.option);
  return new Date(value.day).toLocaleDateString(locale, { month: "long", day: "numeric", timeZone: "UTC" });
}
