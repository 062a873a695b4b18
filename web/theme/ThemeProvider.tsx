import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import "@fontsource-variable/inter/wght.css";
import "./mantine.css";
import "./tokens.css";
import "./kit.css";
import { resolveTokens, theme } from "./theme.ts";

/** Dresses everything below it. Light or dark follows the system until a person chooses. */
export function ThemeProvider({ children }: { children: ReactNode }): ReactNode {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolveTokens} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}
