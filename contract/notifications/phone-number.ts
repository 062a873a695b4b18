/**
 * A phone number as it is stored and sent to: + and country code, then digits alone, such as +15551234567 (E.164). A number
 * of ten digits without a country is one of the United States or Canada; of other countries none can be guessed.
 * @param typed with whatever people write between the digits: (555) 123-4567, 0034 600 123 456
 * @returns null for what is no such number
 */
export function phoneNumberOf(typed: string): string | null {
  const bare = typed.normalize("NFKC").replaceAll(/[\s().\-\u2010-\u2015/]/g, "");
  if (/^1?[2-9]\d{2}[2-9]\d{6}$/.test(bare)) return `+1${bare.slice(-10)}`;
  const whole = bare.replace(/^00/, "+");
  const isComplete = whole.startsWith("+1") ? /^\+1[2-9]\d{2}[2-9]\d{6}$/ : /^\+[2-9]\d{6,13}$/;
  return isComplete.test(whole) ? whole : null;
}

/** A number that others can recognize but not call: +1•••4567. */
export function maskedNumber(number: string): string {
  return `${number.slice(0, 2)}•••${number.slice(-4)}`;
}
