/** Whether a text is the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    // Offsets such as +02:00 are known too, and have no summer time.
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}
