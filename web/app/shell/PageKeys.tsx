import { type ReactNode, useCallback, useRef, useState } from "react";
import { KeyHelp, sharedKeys } from "../../components/KeyHelp.tsx";
import { usePageKeys } from "../../components/page-keys.ts";

const groups = [
  ...sharedKeys,
  {
    name: "Everywhere",
    keys: [
      { keys: ["Ctrl", "K"], does: "Search properties, units, meters and screens" },
      { keys: ["?"], does: "This list" },
    ],
  },
];

/** Opens the list of keys on `?`, on every screen. */
export function PageKeys(): ReactNode {
  const [opened, setOpened] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const open = useCallback((key: string) => {
    if (key !== "?") return false;
    setOpened(true);
    return true;
  }, []);
  usePageKeys(place, "page", open);
  return (
    <div ref={place} data-keys="page">
      <KeyHelp opened={opened} onClose={() => setOpened(false)} groups={groups} />
    </div>
  );
}
