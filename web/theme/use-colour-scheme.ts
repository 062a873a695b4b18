import { t } from "@lingui/core/macro";
import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";

/** Label and action of the menus' colour scheme switch. The system's setting applies until the user chooses. */
export function useColourScheme(): { dark: boolean; label: string; toggle(): void } {
  const dark = useComputedColorScheme("light", { getInitialValueInEffect: false }) === "dark";
  const { setColorScheme } = useMantineColorScheme();
  return {
    dark,
    label: dark ? t`Light mode` : t`Dark mode`,
    toggle: () => setColorScheme(dark ? "light" : "dark"),
  };
}
