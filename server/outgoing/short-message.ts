/** A message as the channels of short messages send it: rendered for its reader, as plain text. */
export interface ShortMessage {
  title: string;
  /** One or more lines. */
  text: string;
  link: string;
  /** What the link is called, such as "Open the case". */
  linkLabel: string;
  /** What the message is about, such as `case 17`: messages with the same key are one thread where a channel has threads. */
  threadKey: string;
  /** Id by which the channel knows the thread; null: this is its first message. */
  priorThreadId: string | null;
}

/** What is known of a message that a channel has accepted. */
export interface Receipt {
  /** `priorThreadId` of further messages of the thread; null: the channel has no threads. */
  threadId: string | null;
  /** Status of the receiver's answer. */
  status: number;
}

/** A text on one line: names may contain line breaks, such as those of imported files. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** The lines of a text that are not empty, without other control characters. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\n\r\u2028\u2029]+/)
    .map(oneLine)
    .filter((line) => line !== "");
}

/** The text with at most this many characters; one that was longer ends with an ellipsis. */
export function shortened(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`;
}
