interface Place {
  property_name: string;
  building_name: string | null;
  unit_name: string | null;
}

/** From the whole to the part: "Maple Court | North | 204". */
export function placeOf({ property_name, building_name, unit_name }: Place): string {
  return [property_name, building_name, unit_name].filter((part) => part !== null && part !== "").join(" | ");
}
