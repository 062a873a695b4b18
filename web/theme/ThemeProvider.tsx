import { I18nProvider } from "@lingui/react";
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { i18n } from "../language/i18n.ts";
import "@fontsource-variable/inter/wght.css";
import "./mantine.css";
import "./tokens.css";
import "./kit.css";
import { usePrinting } from "./use-printing.ts";

const slate: MantineColorsTuple = [
  "#f6f7f9",
  "#f1f3f6",
  "#e2e6eb",
  "#c9d0d8",
  "#99a4b0",
  "#7b8794",
  "#626e7c",
  "#4d5967",
  "#2c3947",
  "#18212c",
];

const brand: MantineColorsTuple = [
  "#e3f3f6",
  "#c5e6ec",
  "#9cd6e0",
  "#72cfdf",
  "#4dc0d4",
  "#23a3ba",
  "#10849b",
  "#0b6b80",
  "#095a6c",
  "#074552",
];

const quick = { duration: 120, transition: "fade-down" } as const;
const floating = { transitionProps: quick, shadow: "md", offset: 4 } as const;

/** The look of every Mantine part: dense, one radius, borders before shadows. */
const theme = createTheme({
  primaryColor: "brand",
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { slate, brand, gray: slate },
  fontFamily: "var(--font)",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: {
    xs: "var(--type-small)",
    sm: "var(--type-body)",
    md: "var(--type-body)",
    lg: "var(--type-title)",
    xl: "var(--type-figure)",
  },
  lineHeights: { xs: "1.4", sm: "1.45", md: "1.45", lg: "1.35", xl: "1.2" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  radius: { xs: "4px", sm: "6px", md: "6px", lg: "6px", xl: "6px" },
  defaultRadius: "md",
  shadows: { xs: "none", sm: "none", md: "var(--shadow-float)", lg: "var(--shadow-float)", xl: "var(--shadow-float)" },
  cursorType: "pointer",
  respectReducedMotion: true,
  focusRing: "auto",
  components: {
    Button: { defaultProps: { size: "xs", variant: "filled" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "slate" } },
    Tooltip: { defaultProps: { openDelay: 50, transitionProps: { duration: 100 }, withArrow: false, multiline: true } },
    Popover: { defaultProps: { ...floating, returnFocus: true } },
    Menu: { defaultProps: floating },
    Modal: { defaultProps: { transitionProps: { duration: 120, transition: "pop" } } },
    TextInput: { defaultProps: { size: "xs" } },
    PasswordInput: { defaultProps: { size: "xs" } },
    // Enter takes the first that is found; without it, what was typed would be gone.
    Select: { defaultProps: { selectFirstOptionOnChange: true } },
    Switch: { defaultProps: { size: "xs" } },
  },
});

const tokens = {
  "--mantine-color-body": "var(--surface)",
  "--mantine-color-text": "var(--text)",
  "--mantine-color-dimmed": "var(--text-faint)",
  "--mantine-color-placeholder": "var(--text-faint)",
  "--mantine-color-anchor": "var(--brand)",
  "--mantine-color-default": "var(--surface)",
  "--mantine-color-default-hover": "var(--surface-hover)",
  "--mantine-color-default-color": "var(--text)",
  "--mantine-color-default-border": "var(--border-strong)",
  "--mantine-color-error": "var(--critical)",
  "--mantine-color-disabled": "var(--surface-sunken)",
  "--mantine-color-disabled-color": "var(--text-faint)",
  "--mantine-color-disabled-border": "var(--border)",
  "--mantine-color-slate-light-color": "var(--text-muted)",
  "--mantine-color-slate-light-hover": "var(--surface-hover)",
};

/** Gives Mantine's own colour variables the values of tokens.css, so that both schemes have one source. */
const resolveTokens: CSSVariablesResolver = () => ({
  variables: {},
  light: tokens,
  dark: tokens,
});

/** Dresses everything below it, and gives it its language. Light or dark follows the system until a person chooses; paper is light. */
export function ThemeProvider({ children }: { children: ReactNode }): ReactNode {
  const printing = usePrinting();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveTokens}
      defaultColorScheme="auto"
      forceColorScheme={printing ? "light" : undefined}
    >
      <I18nProvider i18n={i18n}>{children}</I18nProvider>
    </MantineProvider>
  );
}
