import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import "@fontsource-variable/inter/wght.css";
import "./mantine.css";
import "./tokens.css";
import "./kit.css";
import { resolveTokens, theme } from "./theme.ts";
import { usePrinting } from "./use-printing.ts";

/** Dresses everything below it. Light or dark follows the system until a person chooses; paper is light. */
export function ThemeProvider({ children }: { children: ReactNode }): ReactNode {
  const printing = usePrinting();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveTokens}
      defaultColorScheme="auto"
      forceColorScheme={printing ? "light" : undefined}
    >
      {children}
    </MantineProvider>
  );
}
