import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** A button beside a list that adds to it. */
export function AddButton({ onClick, children }: { onClick: () => void; children: string }): ReactNode {
  return (
    <Button variant="default" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />} onClick={onClick}>
      {children}
    </Button>
  );
}
