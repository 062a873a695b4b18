import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { sentenceOf } from "../../../../app/api-error.ts";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import { idOf } from "../../../../app/search-text.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import { timeAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import { FileProblem } from "../../file/FileProblem.tsx";
import dataClasses from "../data.module.css";
import { importQuery } from "../view/data-queries.ts";
import type { DataDialogProps } from "../view/use-data.ts";
import { FileProgress } from "./FileProgress.tsx";
import { FoundRows } from "./FoundRows.tsx";
import { formatFileSize, optionFacts, resultMessage, stateLabel, withFieldNames } from "./import-text.ts";
import classes from "./imports.module.css";

/** One import: its options, progress and rejected rows. */
export default function ImportDialog({ view, of, opened, onClose }: DataDialogProps): ReactNode {
  const client = useQueryClient();
  const id = idOf(of) ?? 0;
  const found = useQuery({ ...importQuery(view.propertyId, id), enabled: opened });
  const interrupt = useMutation({
    mutationFn: () =>
      call("DELETE /v1/properties/{property_id}/imports/{import_id}", {
        params: { property_id: view.propertyId, import_id: id },
      }),
    onSettled: () => void client.invalidateQueries(),
  });
  const row = found.data;
  const facts = row && [
    { name: t`State`, value: row.dry_run ? t`Preview: ${stateLabel(row).toLowerCase()}` : stateLabel(row) },
    { name: t`Size`, value: formatFileSize(row.bytes) },
    { name: t`Began`, value: timeAtProperty(row.made_at, view.zone) },
    ...(row.finished_at === null ? [] : [{ name: t`Ended`, value: timeAtProperty(row.finished_at, view.zone) }]),
    { name: t`By`, value: row.made_by },
    ...(row.interval === null ? [] : [{ name: t`Interval`, value: withFieldNames(row.interval) }]),
    ...optionFacts(row.options),
  ];
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={row?.name ?? t`Import`}
      size="large"
      footer={
        <>
          {row && !row.dry_run && row.rejected > 0 && (
            <Button variant="default" onClick={() => view.setTab("rejected", { source: row.name })}>
              <Trans>Correct the rejected rows</Trans>
            </Button>
          )}
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      <div className={classes.steps} aria-busy={found.isPending}>
        <QueryFailure query={found} what={t`The import`} inline={row !== undefined} />
        {row === undefined && !found.isError && <Skeleton height={160} />}
        {row && facts && (
          <>
            <FileProblem>{row.error}</FileProblem>
            {row.finished_at === null ? (
              <FileProgress
                what={stateLabel(row)}
                done={row.bytes_read}
                all={row.bytes}
                rows={row.rows}
                onInterrupt={() => !interrupt.isPending && interrupt.mutate()}
                isInterrupting={interrupt.isPending}
              />
            ) : (
              (row.state === "done" || row.rows > 0) && (
                <p className={classes.lead}>
                  <b>{resultMessage(row)}</b>
                </p>
              )
            )}
            <FileProblem>{interrupt.error !== null && sentenceOf(interrupt.error)}</FileProblem>
            <dl className={dataClasses.facts}>
              {facts.map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            <FoundRows found={row} />
          </>
        )}
      </div>
    </Dialog>
  );
}
