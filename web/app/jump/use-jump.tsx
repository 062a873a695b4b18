import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";

const Jump = lazy(() => import("./Jump.tsx"));

/** The window that goes to any screen, property, unit or meter: Ctrl or Cmd with K opens and closes it. It loads when first wanted. */
export function useJump(): { open: () => void; jump: ReactNode } {
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  if (opened && !wanted) setWanted(true);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "k")
        return;
      event.preventDefault();
      setOpened((before) => !before);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return {
    open: () => setOpened(true),
    jump: <Suspense>{wanted && <Jump opened={opened} onClose={() => setOpened(false)} />}</Suspense>,
  };
}
