import { type ReactNode, useState } from "react";
import classes from "../../app/form/entry.module.css";
import { OneOfMany } from "../../components/filters/OneOfMany.tsx";
import { CheckList } from "../admin/users/form/CheckList.tsx";
import gallery from "./Gallery.module.css";

const nothing = () => {};
const cities = ["Austin", "Atlanta", "Denver", "Tampa"].map((label) => ({ value: label, label, group: "Cities" }));
const towns = ["Alpine", "Marfa"].map((label) => ({ value: label, label, group: "Towns" }));

/** Lists to take one or several of: of few and of many, searched, waiting, empty, wrong, barred. */
export function ChoiceLists(): ReactNode {
  const [one, setOne] = useState<string | null>(null);
  const [some, setSome] = useState<readonly number[]>([2, 5]);
  const many = Array.from({ length: 240 }, (_, place) => ({ value: place, label: `Property ${place + 1}` }));
  const list = {
    label: "Properties",
    chosen: some,
    onChange: setSome,
    onLeave: nothing,
    emptyText: "No properties found",
  };
  const field = { options: [...cities, ...towns], onChange: setOne, none: "No cities found" };
  return (
    <>
      <div className={gallery.halves}>
        <OneOfMany {...field} label="City" placeholder="Choose a city" value={one} />
        <OneOfMany {...field} label="City, chosen" value={one ?? "Denver"} />
        <OneOfMany {...field} label="City, missing" placeholder="Choose a city" value={null} error="Choose the city." />
        <OneOfMany {...field} label="City, none to choose from" options={[]} placeholder="City" value={null} disabled />
      </div>
      <div className={classes.form}>
        <CheckList {...list} choices={many.slice(0, 4)} hint="They see these properties only." />
        <CheckList {...list} choices={many} />
        <CheckList {...list} choices={[]} isLoading />
        <CheckList {...list} choices={[]} />
        <CheckList {...list} choices={many.slice(0, 3)} chosen={[]} error="At least one property is required" />
        <CheckList
          {...list}
          choices={many.slice(0, 4).map((choice, place) => (place === 1 ? { ...choice, barred: "archived" } : choice))}
        />
      </div>
    </>
  );
}
