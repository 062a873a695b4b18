import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/spotlight/styles.layer.css";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconBuilding, IconDoor, IconGauge, IconLayoutDashboard, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ErrorState } from "../../components/states/ErrorState.tsx";
import { useMe } from "../shell/use-me.ts";
import classes from "./jump.module.css";
import { jumpQuery } from "./jump-query.ts";
import { type Place, screensNamed, usePlaces } from "./places.ts";

const [store, spotlight] = createSpotlight();
const icons = { screen: IconLayoutDashboard, property: IconBuilding, unit: IconDoor, meter: IconGauge };
const groups = [
  { kind: "property", name: "Properties" },
  { kind: "unit", name: "Units" },
  { kind: "meter", name: "Meters" },
  { kind: "screen", name: "Screens" },
] as const;

/** The window that finds screens, properties, units and meters and goes there. */
export default function Jump({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  const me = useMe();
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim(), 120);
  const found = useQuery(jumpQuery(opened ? q : ""));
  const { placesOf, go } = usePlaces();
  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened]);
  const places = [...screensNamed(me, text), ...(q === "" || text === "" ? [] : placesOf(found.data))];
  const waits = text.trim() !== "" && (found.isFetching || q !== text.trim());
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={text}
      onQueryChange={setText}
      onSpotlightClose={onClose}
      scrollable
      maxHeight="min(60vh, 520px)"
      transitionProps={{ duration: 0 }}
      title="Search"
      classNames={{
        header: classes.header,
        content: classes.content,
        search: classes.search,
        actionsList: classes.list,
      }}
    >
      <Spotlight.Search
        placeholder="Property, unit, serial number or screen"
        aria-label="Property, unit, serial number or screen"
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
      />
      <Spotlight.ActionsList>
        {groups.map(({ kind, name }) => {
          const ofKind = places.filter((place) => place.kind === kind);
          return (
            ofKind.length > 0 && (
              <Spotlight.ActionsGroup key={kind} label={name} classNames={{ actionsGroup: classes.group }}>
                {ofKind.map((place) => (
                  <Action key={place.key} place={place} onGo={() => go(place)} />
                ))}
              </Spotlight.ActionsGroup>
            )
          );
        })}
        {found.isError && !waits && (
          <ErrorState message="The search could not be made." onRetry={() => void found.refetch()} inline />
        )}
        {places.length === 0 && !found.isError && (
          <Spotlight.Empty className={classes.empty}>
            {waits ? "Loading..." : "Nothing is called so. Try a part of a name or of a serial number."}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function Action({ place, onGo }: { place: Place; onGo: () => void }): ReactNode {
  const Icon = icons[place.kind];
  return (
    <Spotlight.Action
      label={place.label}
      description={place.about}
      leftSection={<Icon size={18} stroke={1.75} aria-hidden="true" />}
      onClick={onGo}
      classNames={{ action: classes.action, actionLabel: classes.label, actionDescription: classes.about }}
    />
  );
}
