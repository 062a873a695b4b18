import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconFileUpload } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useId } from "react";
import type { ImportDetails } from "../../../../../contract/readings/imports.ts";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import { ChosenFile } from "../../file/ChosenFile.tsx";
import { FileDrop } from "../../file/FileDrop.tsx";
import { FileProblem } from "../../file/FileProblem.tsx";
import type { PropertyDataView } from "../view/use-data.ts";
import { FileProgress } from "./FileProgress.tsx";
import { FoundRows } from "./FoundRows.tsx";
import { formatFileSize, resultMessage, withFieldNames } from "./import-text.ts";
import classes from "./imports.module.css";
import type { Upload } from "./use-upload.ts";

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
        <Trans>Import readings</Trans>
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
          what={upload.sentBytes >= chosen.file.size ? t`The server takes it…` : t`Sending`}
          done={upload.sentBytes}
          all={chosen.file.size}
          onInterrupt={upload.interrupt}
        />
      )}
      {become?.isError && <QueryFailure query={become} what={t`How far it is`} inline />}
      {become !== undefined && !isOver && (
        <FileProgress
          what={
            become.data === undefined || become.data.state === "waiting"
              ? t`Waiting for its turn`
              : become.data.dry_run
                ? t`Looking at its rows`
                : t`Storing its rows`
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
            <Trans>Back</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}

/** A place to drop a file of readings, or to choose one, and what stands in it. */
function ChooseReadings({ onChoose }: { onChoose: (file: File) => void }): ReactNode {
  return (
    <>
      <FileDrop
        label={t`File of readings`}
        inputLabel={t`Readings file`}
        accept=".csv,.gz,.txt,.xlsx,text/csv,application/gzip"
        icon={<IconFileUpload size={28} stroke={1.25} aria-hidden="true" />}
        title={t`Drop a CSV or an Excel workbook of readings here, or a CSV packed as .gz`}
        note={t`Nothing is stored yet: you see a preview first.`}
        onChoose={onChoose}
      />
      <p className={classes.soft}>
        <Trans>
          One row for each reading: which meter, when, and the gallons of an interval (15 minutes, an hour, a day) or
          the register. A file with the headings <code>serial, hour, gallons</code> needs nothing else; for any other
          file you choose which column is which.
        </Trans>
      </p>
    </>
  );
}

interface Props {
  view: Pick<PropertyDataView, "zone" | "setTab">;
  upload: Upload;
  become: ImportDetails;
}

/** The result of an import or of its preview, and what to do next. */
function WhatBecame({ view, upload, become }: Props): ReactNode {
  const { dry_run, state, stored, rejected, name } = become;
  const isGood = state === "done";
  const isTaken = isGood && (stored > 0 || rejected === 0);
  const Icon = isTaken ? IconCircleCheck : IconAlertTriangle;
  return (
    <>
      <div className={classes.result} data-state={isTaken ? "good" : "bad"} role="status">
        <Icon size={20} aria-hidden="true" />
        <div>
          <p>
            <b>
              {isGood
                ? dry_run
                  ? t`This is a preview. Nothing is stored yet.`
                  : t`The file is imported.`
                : state === "interrupted"
                  ? dry_run
                    ? t`Interrupted. Nothing was stored.`
                    : t`Interrupted. What was already stored stays; import it again to continue.`
                  : t`The file cannot be read like this.`}
            </b>
          </p>
          {become.error && state !== "interrupted" && <p>{withFieldNames(become.error)}</p>}
          {(isGood || become.rows > 0) && <p>{resultMessage(become)}</p>}
          {become.interval !== null && (
            <p>
              <Trans>Interval: {withFieldNames(become.interval)}</Trans>
            </p>
          )}
        </div>
      </div>
      <FoundRows found={become} />
      <div className={classes.foot}>
        {dry_run || !isGood ? (
          <>
            <Button variant="default" onClick={upload.startAgain}>
              <Trans>Another file</Trans>
            </Button>
            <Button variant={isGood && stored > 0 ? "default" : "filled"} onClick={upload.back}>
              <Trans>Change how it is read</Trans>
            </Button>
            {isGood && stored > 0 && (
              <Button onClick={upload.store}>
                <Trans>Import {plural(stored, { one: "# row", other: "# rows" })}</Trans>
              </Button>
            )}
          </>
        ) : (
          <>
            {rejected > 0 && (
              <Button variant="default" onClick={() => view.setTab("rejected", { source: name })}>
                <Trans>Correct the rejected rows</Trans>
              </Button>
            )}
            <Button onClick={upload.startAgain}>
              <Trans>Import another file</Trans>
            </Button>
          </>
        )}
      </div>
    </>
  );
}
