import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import { idOf } from "../../../../app/search-text.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import { timeAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import classes from "../data.module.css";
import { Effect } from "../decide/Effect.tsx";
import { repairQuery } from "../view/data-queries.ts";
import type { DataDialogProps } from "../view/use-data.ts";
import { kindNames, requestFacts } from "./repair-text.ts";

/** One correction: the request, by whom and why, and what it changed. */
export default function RepairDialog({ view, of, opened, onClose }: DataDialogProps): ReactNode {
  const repair = useQuery({ ...repairQuery(view.propertyId, idOf(of) ?? 0), enabled: opened });
  const { data, error } = repair;
  const facts = data && [
    { name: t`Reason`, value: data.reason },
    { name: t`By`, value: data.made_by },
    { name: t`When`, value: timeAtProperty(data.made_at, view.zone) },
    ...requestFacts(data.request),
    ...(data.undone_at === null
      ? []
      : [
          {
            name: t`Undone`,
            value: t`${timeAtProperty(data.undone_at, view.zone)} by ${data.undone_by ?? t`somebody`}`,
          },
        ]),
    ...(data.rejected_readings.length === 0
      ? []
      : [
          {
            name: t`Outcome`,
            value: t`${plural(data.rejected_readings.filter(({ status }) => status !== "rejected").length, { one: "# row", other: "# rows" })} taken of ${data.rejected_readings.length}`,
          },
        ]),
  ];
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={data ? kindNames[data.kind] : t`Repair`}
      footer={
        <>
          {data?.undone_at === null && (
            <Button variant="default" onClick={() => view.open("undo", of)}>
              <Trans>Undo this</Trans>
            </Button>
          )}
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      <div className={classes.form} aria-busy={repair.isPending}>
        <QueryFailure query={repair} what={t`The repair`} inline={!!data} />
        {data === undefined && error === null && <Skeleton height={180} />}
        {data && facts && (
          <>
            <dl className={classes.facts}>
              {facts.map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            <Effect effect={data.effect} isDone />
          </>
        )}
      </div>
    </Dialog>
  );
}
