import { type InventoryColumn, inventoryColumns } from "../../../contract/inventory/inventory-import.ts";

/** Without these a row cannot be processed. */
export const neededColumns = ["property", "building", "point", "serial"] as const satisfies InventoryColumn[];

/** What else lists of units and meters call these columns, Spanish exports among them, in small letters and digits only. */
const otherNames: Partial<Record<InventoryColumn, readonly string[]>> = {
  property: ["propertyname", "community", "communityname", "propiedad"],
  building: ["buildingname", "buildingno", "buildingnumber", "bldg", "bldgno", "edificio"],
  unit: [
    "unitname",
    "unitno",
    "unitnumber",
    "apartment",
    "apartmentno",
    "apartmentnumber",
    "apt",
    "aptno",
    "aptnumber",
    "unidad",
    "departamento",
    "apartamento",
  ],
  bedrooms: ["bedroom", "bedroomcount", "numberofbedrooms", "beds", "bed", "dormitorios", "recamaras"],
  point: ["attachedto", "meterpoint", "pointtype", "metertype", "conectadoa", "punto"],
  label: ["pointlabel", "etiqueta"],
  serial: [
    "serialno",
    "serialnumber",
    "meter",
    "meterno",
    "meternumber",
    "meterserial",
    "meterserialno",
    "meterserialnumber",
    "deviceserialnumber",
    "medidor",
    "numerodeserie",
    "numerodeseriedeldispositivo",
    "numerodeseriedelmedidor",
  ],
  gateway: ["gatewayserial", "gatewayserialno", "gatewayserialnumber", "puertadeenlace"],
  time_zone: ["tz", "zonahoraria"],
  street: ["address", "streetaddress", "calle", "direccion"],
  city: ["ciudad"],
  state: ["estado"],
  zip: ["zipcode", "postalcode", "codigopostal"],
  in_service_since: ["enserviciodesde"],
};

const byName = new Map<string, InventoryColumn>(
  inventoryColumns.flatMap((column) =>
    [plain(column), ...(otherNames[column] ?? [])].map((name): [string, InventoryColumn] => [name, column]),
  ),
);

/** The column that a heading names, such as "Apt. #" the unit; null: none that is known. */
export function columnOf(heading: string): InventoryColumn | null {
  return byName.get(plain(heading)) ?? null;
}

/** Rows at the top among which the headings are looked for: a list may have a title, a date or its author above them. */
export const TITLE_ROWS = 10;

/** Which of the first rows has the headings: the one that names most columns; the first where none names two. */
export function headingsPlace(rows: readonly (readonly string[])[]): number {
  let [place, most] = [0, 1];
  for (const [index, cells] of rows.slice(0, TITLE_ROWS).entries()) {
    const named = new Set(cells.map(columnOf).filter((column) => column !== null)).size;
    if (named > most) [place, most] = [index, named];
  }
  return place;
}

/** "Apt. #" as "aptno", "time_zone" as "timezone", "Número de serie" as "numerodeserie". */
function plain(heading: string): string {
  return heading
    .normalize("NFKD")
    .toLowerCase()
    .replace(/#/g, "no")
    .replace(/[^a-z0-9]/g, "");
}
