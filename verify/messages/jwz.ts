/** A mail as mail programs thread it. */
export interface ThreadedMail {
  messageId: string;
  references: readonly string[];
  subject: string;
}

interface Container<T> {
  mail: T | null;
  parent: Container<T> | null;
  children: Set<Container<T>>;
}

const REPLY = /^\s*(re(\[\d+\])?:\s*)+/i;

/**
 * The threads of mails as mail programs show them: by References, then by subject where no References tell. After the
 * description of the algorithm by Jamie Zawinski, https://www.jwz.org/doc/threading.html.
 */
export function jwzThreads<T extends ThreadedMail>(mails: readonly T[]): T[][] {
  const containers = new Map<string, Container<T>>();
  const containerOf = (id: string): Container<T> => {
    const known = containers.get(id) ?? { mail: null, parent: null, children: new Set() };
    containers.set(id, known);
    return known;
  };
  for (const mail of mails) {
    const own = containerOf(mail.messageId);
    // A repeat is the same mail.
    own.mail ??= mail;
    const chain = mail.references.map(containerOf);
    for (const [n, child] of chain.entries()) {
      const parent = chain[n - 1];
      if (parent !== undefined && child.parent === null && !isAbove(child, parent)) attach(child, parent);
    }
    const last = chain.at(-1);
    if (last !== undefined && !isAbove(own, last)) attach(own, last);
  }
  const roots = [...containers.values()].filter(({ parent }) => parent === null).flatMap(withoutEmpty);
  return bySubject(roots).map((group) => group.flatMap(mailsIn));
}

/** Whether one is the other or above it, so that the other as its parent would make a circle. */
function isAbove<T>(one: Container<T>, other: Container<T>): boolean {
  for (let at: Container<T> | null = other; at !== null; at = at.parent) if (at === one) return true;
  return false;
}

function attach<T>(child: Container<T>, parent: Container<T>): void {
  child.parent?.children.delete(child);
  child.parent = parent;
  parent.children.add(child);
}

/** A container without a mail stays only where it holds several together. */
function withoutEmpty<T>(container: Container<T>): Container<T>[] {
  const children = [...container.children].flatMap(withoutEmpty);
  if (container.mail === null && children.length < 2) return children;
  return [{ ...container, children: new Set(children) }];
}

/** Roots of one subject are one thread, replies or not. */
function bySubject<T extends ThreadedMail>(roots: readonly Container<T>[]): Container<T>[][] {
  const groups: Container<T>[][] = [];
  for (const [subject, group] of Map.groupBy(roots, subjectOf)) {
    if (subject === "") groups.push(...group.map((one) => [one]));
    else groups.push(group);
  }
  return groups;
}

function subjectOf<T extends ThreadedMail>(container: Container<T>): string {
  const [first] = mailsIn(container);
  return (first?.subject ?? "").replace(REPLY, "").trim().toLowerCase();
}

function mailsIn<T>({ mail, children }: Container<T>): T[] {
  return [...(mail === null ? [] : [mail]), ...[...children].flatMap(mailsIn)];
}
