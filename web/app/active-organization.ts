const key = "dripline.organization";

/** The organization that the user chose to act in; null: the one that the server takes. */
export function activeOrganization(): number | null {
  const stored = Number(localStorage.getItem(key));
  return Number.isInteger(stored) && stored > 0 ? stored : null;
}

/** Chooses the organization of all further calls; null forgets the choice. */
export function setActiveOrganization(id: number | null): void {
  if (id === null) localStorage.removeItem(key);
  else localStorage.setItem(key, String(id));
}
