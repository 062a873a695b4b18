import { Button } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useId } from "react";
import { notLoaded } from "../../../../app/api-error.ts";
import { ErrorState } from "../../../../components/states/ErrorState.tsx";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import { ChosenFile } from "../../file/ChosenFile.tsx";
import { FileProblem } from "../../file/FileProblem.tsx";
import type { PropertyDataView } from "../view/use-data.ts";
import { ChooseReadings } from "./ChooseReadings.tsx";
import { FileProgress } from "./FileProgress.tsx";
import { formatFileSize } from "./import-text.ts";
import classes from "./imports.module.css";
import type { Upload } from "./use-upload.ts";
import { WhatBecame } from "./WhatBecame.tsx";

/** Fields come once there is a file to ask about. */
const ReadChoices = lazy(() => import("./ReadChoices.tsx"));

/** Takes a file of readings in: chosen, looked at, stored. */
export function UploadPanel({
  view,
  upload,
}: {
  view: Pick<PropertyDataView, "zone" | "setTab">;
  upload: Upload;
}): ReactNode {
  const id = useId();
  const { chosen, become, isSending, problem } = upload;
  const isOver = become?.data !== undefined && become.data.finished_at !== null;
  return (
    <section className={classes.panel} aria-labelledby={id} aria-busy={isSending}>
      <h2 id={id} className={classes.title}>
        Import readings
      </h2>
      {chosen !== undefined && (
        <ChosenFile
          icon={<IconFileUpload size={20} stroke={1.5} aria-hidden="true" />}
          name={chosen.file.name}
          facts={formatFileSize(chosen.file.size)}
        />
      )}
      <FileProblem>{problem}</FileProblem>
      {chosen === undefined && <ChooseReadings onChoose={(file) => void upload.choose(file)} />}
      {chosen !== undefined && !isSending && become === undefined && (
        <Suspense fallback={<Skeleton height={180} />}>
          <ReadChoices upload={upload} chosen={chosen} zone={view.zone} />
        </Suspense>
      )}
      {chosen !== undefined && isSending && (
        <FileProgress
          what={upload.sentBytes >= chosen.file.size ? "The server takes it…" : "Sending"}
          done={upload.sentBytes}
          all={chosen.file.size}
          onInterrupt={upload.interrupt}
        />
      )}
      {become?.isError && (
        <ErrorState message={notLoaded("How far it is", become.error)} onRetry={() => void become.refetch()} inline />
      )}
      {become !== undefined && !isOver && (
        <FileProgress
          what={
            become.data === undefined || become.data.state === "waiting"
              ? "Waiting for its turn"
              : become.data.dry_run
                ? "Looking at its rows"
                : "Storing its rows"
          }
          done={become.data?.bytes_read ?? 0}
          all={become.data?.bytes ?? 0}
          rows={become.data?.rows}
          onInterrupt={upload.interrupt}
          isInterrupting={upload.isInterrupting}
        />
      )}
      {isOver && <WhatBecame view={view} upload={upload} become={become.data} />}
      {become?.isError && become.data === undefined && (
        <div className={classes.foot}>
          <Button variant="default" onClick={upload.back}>
            Back
          </Button>
        </div>
      )}
    </section>
  );
}
