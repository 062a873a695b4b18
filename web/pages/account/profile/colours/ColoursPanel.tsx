import { t } from "@lingui/core/macro";
import { useMantineColorScheme } from "@mantine/core";
import type { ReactNode } from "react";
import { Panel } from "../../../../components/panel/Panel.tsx";
import { ChoiceList } from "../view/ChoiceList.tsx";

const choices = [
  { value: "auto", label: t`As the system` },
  { value: "light", label: t`Light` },
  { value: "dark", label: t`Dark` },
] as const;

/** Light or dark, in this browser; the system's choice until one is made here. */
export function ColoursPanel(): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Panel title={t`Appearance`} subtitle={t`In this browser`}>
      <ChoiceList legend={t`Colors`} options={choices} chosen={colorScheme} onChoose={setColorScheme} inline />
    </Panel>
  );
}
