import type { ReactNode } from "react";
import { PerformanceBadge } from "../../../components/badges/PerformanceBadge.tsx";
import { PlacedTip } from "../../../components/PlacedTip.tsx";
import { type MapBox, shareOf } from "../../../components/us-map/map-box.ts";
import { markPlace } from "../../../components/us-map/UsMap.tsx";
import { cityText, lossText } from "./map-text.ts";
import type { OneMark } from "./marks.ts";

/** What a mark stands for, beside it. */
export function MarkTip({ mark, box }: { mark: OneMark; box: MapBox }): ReactNode {
  const { property } = mark.placed;
  const { across, down } = shareOf(box, mark.placed);
  const side = across < 0.25 ? "right" : across > 0.75 ? "left" : undefined;
  return (
    <PlacedTip {...markPlace(box, mark.placed, mark.shift)} away={20} below={down < 0.4} side={side}>
      <strong>{property.property_name}</strong>
      <span>{cityText(property)}</span>
      <span>
        <PerformanceBadge performance={property.performance} />
      </span>
      <span>{lossText(property)}</span>
    </PlacedTip>
  );
}
