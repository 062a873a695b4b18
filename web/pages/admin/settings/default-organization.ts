interface Known {
  id: number;
  is_default: boolean;
}

/** Whose settings an address without an organization means: the default one's, else the first's. */
export function chosenOrganization<Row extends Known>(all: readonly Row[], id: number | undefined): Row | undefined {
  if (id !== undefined) return all.find((one) => one.id === id);
  return all.find((one) => one.is_default) ?? all[0];
}
