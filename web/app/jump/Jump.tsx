import { t } from "@lingui/core/macro";
import { dependent, read } from "../query.ts";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/spotlight/styles.layer.css";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconBolt, IconBuilding, IconDoor, IconGauge, IconLayoutDashboard, IconSearch } from "@tabler/icons-react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ErrorState } from "../../components/states/ErrorState.tsx";
import { useColourScheme } from "../../theme/use-colour-scheme.ts";
import { choosesOrganization } from "../access.ts";
import { useLogout } from "../session/use-logout.ts";
import { useMe } from "../use-me.ts";
import classes from "./jump.module.css";
import { type Place, placeElsewhere, usePlaces } from "./places.ts";
import { actionsNamed, screensNamed } from "./screens.ts";

const [store, spotlight] = createSpotlight();
const icons = {
  screen: IconLayoutDashboard,
  action: IconBolt,
  property: IconBuilding,
  unit: IconDoor,
  meter: IconGauge,
};
const groups = [
  { kind: "property", name: t`Properties` },
  { kind: "unit", name: t`Units` },
  { kind: "meter", name: t`Meters` },
  { kind: "screen", name: t`Pages` },
  { kind: "action", name: t`Actions` },
] as const;

const LABEL = t`Property, unit, serial number, page or action`;

/** The window that finds properties, units, meters, pages and actions: Enter opens the first, or the one chosen. */
export default function Jump({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  const me = useMe();
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim(), 120);
  const found = useQuery(jumpQuery(opened ? q : ""));
  const { placesOf, go } = usePlaces();
  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened]);
  const others = choosesOrganization(me) ? me.organizations.filter(({ id }) => id !== me.current_organization_id) : [];
  const elsewhere = useQueries({ queries: others.map(({ id }) => otherJumpQuery(opened ? q : "", id)) });
  const colours = useColourScheme();
  const logout = useLogout();
  const own = {
    colours: { label: colours.label, run: colours.toggle },
    logout: () => void logout(),
  };
  const isTyped = q !== "" && text !== "";
  const places = [
    ...(isTyped ? placesOf(found.data) : []),
    ...(isTyped
      ? others.flatMap((one, index) =>
          (elsewhere[index]?.data?.properties ?? []).map((property) => placeElsewhere(property, one)),
        )
      : []),
    ...screensNamed(me, text),
    ...actionsNamed(me, text, own),
  ];
  const waits =
    text.trim() !== "" && (found.isFetching || elsewhere.some(({ isFetching }) => isFetching) || q !== text.trim());
  const choice = useFirstChosen(places.map(({ key }) => key).join("\n"), text, waits);
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
      title={t`Search`}
      classNames={{
        header: classes.header,
        content: classes.content,
        search: classes.search,
        actionsList: classes.list,
      }}
    >
      <Spotlight.Search
        placeholder={LABEL}
        aria-label={LABEL}
        onKeyDown={choice}
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
          <ErrorState message={t`The search could not be made.`} onRetry={() => void found.refetch()} inline />
        )}
        {places.length === 0 && !found.isError && (
          <Spotlight.Empty className={classes.empty}>
            {waits ? t`Loading...` : t`No results. Try part of a name or serial number.`}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/**
 * Keeps the first place chosen until somebody moves on with the arrows. Enter while places are still on their way opens
 * the first as soon as they are there.
 * @returns what the field does on a key
 */
function useFirstChosen(
  places: string,
  text: string,
  waits: boolean,
): (event: KeyboardEvent<HTMLInputElement>) => void {
  const moved = useRef(false);
  const entered = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets when the text changes.
  useEffect(() => {
    moved.current = false;
    entered.current = false;
  }, [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets when the places change.
  useEffect(() => {
    if (moved.current) return;
    const first = chooseFirst();
    if (!entered.current || waits) return;
    entered.current = false;
    first?.click();
  }, [places, waits]);
  return ({ key, currentTarget }) => {
    if (key === "ArrowDown" || key === "ArrowUp") moved.current = true;
    if (key !== "Enter" || !waits || moved.current) return;
    entered.current = true;
    // What is chosen belongs to the text before.
    currentTarget.closest("[role=dialog]")?.querySelector("[data-selected]")?.removeAttribute("data-selected");
  };
}

/** Marks the first place as the chosen one, where the arrows go on from. */
function chooseFirst(): HTMLElement | null {
  const list = document.getElementById(store.getState().listId);
  const first = list?.querySelector<HTMLElement>("[data-action]") ?? null;
  for (const chosen of list?.querySelectorAll("[data-selected]") ?? []) chosen.removeAttribute("data-selected");
  first?.setAttribute("data-selected", "true");
  store.updateState((state) => ({ ...state, selected: first === null ? -1 : 0 }));
  return first;
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

/** Properties, units and meters by a part of their name. What was found for the letters before stays until the next is there. */
function jumpQuery(q: string) {
  return { ...dependent(read("GET /v1/search", { query: { q } })), enabled: q !== "" };
}

/** Properties by a part of their name in another organization of the user. */
function otherJumpQuery(q: string, organization: number) {
  return { ...dependent(read("GET /v1/search", { query: { q, limit: 3 }, organization })), enabled: q !== "" };
}
