import { t } from "@lingui/core/macro";
import { lazy, type ReactNode, Suspense } from "react";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import { Loading } from "./Loading.tsx";

const Information = lazy(async () => ({ default: (await import("./Information.tsx")).Information }));

interface Props {
  propertyId: number;
  opened: boolean;
  onClose: () => void;
}

/** The dialog with a property's address and contact, its meters, and what its units use on a day. */
export function PropertyInformation({ propertyId, opened, onClose }: Props): ReactNode {
  return (
    <Dialog title={t`Property Information`} size="large" opened={opened} onClose={onClose}>
      <Suspense fallback={<Loading lines={7} />}>
        <Information propertyId={propertyId} />
      </Suspense>
    </Dialog>
  );
}
