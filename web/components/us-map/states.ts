import { geoPath } from "d3-geo";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
// As a text: the figures of the shapes are no types, and a text is read faster than a script.
import atlas from "us-atlas/states-albers-10m.json?raw";
import type { MapBox } from "./map-box.ts";
import type { MapPoint } from "./projection.ts";
import { stateCode } from "./state-code.ts";

/** A state as it is drawn. */
export interface StateShape {
  /** Two letters. */
  code: string;
  /** An SVG path in the map's units. */
  path: string;
  box: MapBox;
  /** Where its letters stand. */
  middle: MapPoint;
}

function shapes(): StateShape[] {
  const topology: Topology<{ states: GeometryCollection<{ name: string }> }> = JSON.parse(atlas);
  // The atlas is projected already. A tenth of its unit is less than a pixel.
  const path = geoPath().digits(1);
  return feature(topology, topology.objects.states).features.flatMap((state) => {
    const code = stateCode(state.properties.name);
    if (code === null) return [];
    const [[left, top], [right, bottom]] = path.bounds(state);
    const [x, y] = path.centroid(state);
    return [{ code, path: path(state) ?? "", box: { left, top, right, bottom }, middle: { x, y } }];
  });
}

/** The fifty states and the District of Columbia. */
export const states: readonly StateShape[] = shapes();
