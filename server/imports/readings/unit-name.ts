const LENGTHS = [8, 12, 16, 24];

/**
 * The name of a unit that is known by its meter's serial number only: the serial itself, or the beginning of a long one
 * that no other unit has. Adds the name to `taken`.
 */
export function unitName(serial: string, taken: Set<string>): string {
  const beginnings =
    serial.length <= 16 ? [] : LENGTHS.map((length) => serial.slice(0, length).replace(/[^\p{L}\p{N}]+$/u, ""));
  const free = [...beginnings, serial].find((name) => name !== "" && !taken.has(name));
  let name = free ?? serial;
  for (let number = 2; taken.has(name); number++) name = `${serial} (${number})`;
  taken.add(name);
  return name;
}
