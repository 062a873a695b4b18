import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { notLoaded } from "../../../../app/api-error.ts";
import { preferencesQuery } from "../../../../app/preferences.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { ErrorState } from "../../../../components/states/ErrorState.tsx";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import { ThresholdsForm } from "./ThresholdsForm.tsx";

/** From which device reporting ratio on a property is healthy, a warning or critical, for this user. */
export default function ThresholdsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const preferences = useQuery(preferencesQuery);
  const kept = preferences.data?.device_health_thresholds;
  return (
    <Dialog opened onClose={onClose} title="Device Health Thresholds">
      {kept && <ThresholdsForm kept={kept} onClose={onClose} />}
      {!kept && preferences.isError && (
        <ErrorState
          message={notLoaded("Your thresholds", preferences.error)}
          onRetry={() => void preferences.refetch()}
        />
      )}
      {!kept && !preferences.isError && <Skeleton height={330} />}
    </Dialog>
  );
}
