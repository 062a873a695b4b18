import { geoAlbersUsa } from "d3-geo";

/** A place on the map, in its units: 975 wide and 610 high, with Alaska and Hawaii at the lower left. */
export interface MapPoint {
  x: number;
  y: number;
}

// The scale and the middle that the atlas' shapes were drawn with; other figures would put points beside their states.
const projection = geoAlbersUsa().scale(1300).translate([487.5, 305]);

/** Where degrees north and east are on the map; null: unknown, or outside of the fifty states. */
export function placeOnMap(latitude: number | null, longitude: number | null): MapPoint | null {
  if (latitude === null || longitude === null) return null;
  const found = projection([longitude, latitude]);
  return found && { x: found[0], y: found[1] };
}
