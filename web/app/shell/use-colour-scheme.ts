import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";

/** What the colour switch of the menus says and does. The system's choice holds until somebody chooses. */
export function useColourScheme(): { dark: boolean; label: string; toggle(): void } {
  const dark = useComputedColorScheme("light", { getInitialValueInEffect: false }) === "dark";
  const { setColorScheme } = useMantineColorScheme();
  return {
    dark,
    label: dark ? "Light colours" : "Dark colours",
    toggle: () => setColorScheme(dark ? "light" : "dark"),
  };
}
