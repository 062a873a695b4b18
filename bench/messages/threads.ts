/** What mail programs thread by. */
export interface Threaded {
  messageId: string;
  /** Message-IDs, the first of the thread first. */
  references: readonly string[];
}

/** The threads of mails by References alone: what names another, or the same, belongs to it. */
export function threadsByReferences<T extends Threaded>(mails: readonly T[]): T[][] {
  const parent = new Map<string, string>();
  const rootOf = (id: string): string => {
    const above = parent.get(id);
    return above === undefined ? id : rootOf(above);
  };
  for (const { messageId, references } of mails) {
    for (const reference of references) {
      const [one, other] = [rootOf(messageId), rootOf(reference)];
      if (one !== other) parent.set(one, other);
    }
  }
  return [...Map.groupBy(mails, ({ messageId }) => rootOf(messageId)).values()];
}
