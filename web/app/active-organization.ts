const key = "dripline.organization";

let chosen: number | null | undefined;

/**
 * The active organization of this tab; null: the server's default. A tab keeps its own, also across reloads, so that a
 * choice in one tab never changes the figures under another tab's header; a new tab starts with the last choice made in
 * any tab.
 */
export function activeOrganization(): number | null {
  if (chosen === undefined) keep(idIn(sessionStorage.getItem(key) ?? localStorage.getItem(key)));
  return chosen ?? null;
}

/** Chooses the organization of all further calls of this tab; null forgets the choice. */
export function setActiveOrganization(id: number | null): void {
  keep(id);
  if (id === null) localStorage.removeItem(key);
  else localStorage.setItem(key, String(id));
}

function keep(id: number | null): void {
  chosen = id;
  sessionStorage.setItem(key, id === null ? "none" : String(id));
}

function idIn(stored: string | null): number | null {
  const id = Number(stored);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
