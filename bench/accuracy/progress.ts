/** Says on standard error how far a part of the bench is: over and over on a terminal, every tenth in a log. */
export function progressOf(what: string): (done: number, of: number) => void {
  const { stderr } = process;
  let lastTenth = 0;
  return (done, of) => {
    const tenth = Math.floor((done * 10) / of);
    if (stderr.isTTY) stderr.write(`\r${what}: ${done} of ${of}${done === of ? "\n" : ""}`);
    else if (tenth > lastTenth) stderr.write(`${what}: ${done} of ${of}\n`);
    lastTenth = tenth;
  };
}
