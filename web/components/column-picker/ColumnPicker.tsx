import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Dropdown } from "../dropdown/Dropdown.tsx";
import { Skeleton } from "../states/Skeleton.tsx";
import type { ColumnPickerProps } from "./ColumnList.tsx";

const ColumnList = lazy(() => import("./ColumnList.tsx"));

/** The button that opens the list of columns. */
export function ColumnPicker(props: ColumnPickerProps): ReactNode {
  const [opened, setOpened] = useState(false);
  return (
    <Dropdown
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      label={t`Toggle Columns`}
      target={(target) => (
        <Button
          {...target}
          variant="subtle"
          color="slate"
          leftSection={<IconColumns3 size={16} stroke={1.75} aria-hidden="true" />}
        >
          <Trans>Toggle Columns</Trans>
        </Button>
      )}
    >
      <Suspense fallback={<Skeleton width={250} height={280} />}>
        <ColumnList {...props} />
      </Suspense>
    </Dropdown>
  );
}
