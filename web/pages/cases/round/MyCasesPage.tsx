import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { IconScan } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import type { WholeCase } from "../../../../contract/leaks/cases.ts";
import { activeOrganization } from "../../../app/active-organization.ts";
import { ApiError, isUnreachable } from "../../../app/api-error.ts";
import { addReport, type QueuedReport } from "../../../app/offline/offline-store.ts";
import { failureOf } from "../../../app/query-state.ts";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { useMe } from "../../../app/use-me.ts";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import { caseTitle } from "../report/case-text.ts";
import type { SendReport } from "../report/cases-calls.ts";
import type { CaseDialog } from "../report/next-step.ts";
import { OpenCaseDialog } from "../report/OpenCaseDialog.tsx";
import { keepApp } from "./keep-app.ts";
import { MyCase } from "./MyCase.tsx";
import { MyCaseRow } from "./MyCaseRow.tsx";
import classes from "./my-cases.module.css";
import { myCasesQuery, savedCasesQuery } from "./my-cases-query.ts";
import { QueueState } from "./QueueState.tsx";
import { queuedReports } from "./report-queue.ts";
import { canScan, ScanDialog } from "./ScanDialog.tsx";
import { useSending } from "./use-sending.ts";

/** The cases that are assigned to the user, in the order of a round: made for a phone, and for places without a network. */
export function MyCasesPage(): ReactNode {
  const me = useMe();
  const client = useQueryClient();
  const { case_id, dialog } = useSearch({ from: "/signed-in/my-cases" });
  const navigate = useNavigate({ from: "/my-cases" });
  const live = useQuery(myCasesQuery(me.email));
  const saved = useQuery(savedCasesQuery(me.email));
  const reports = useQuery(queuedReports(me)).data ?? [];
  const sendAll = useSending(me);
  useKeptApp(live.isSuccess);
  const shown = live.data ?? saved.data ?? undefined;
  const isOffline = isUnreachable(live.error);
  const one = shown?.cases.find(({ id }) => id === case_id);
  const open = (id: number | undefined, next?: CaseDialog) =>
    void navigate({ search: { case_id: id, dialog: next }, resetScroll: next === undefined });
  const closeDialog = () =>
    void navigate({ search: { case_id, dialog: undefined }, replace: true, resetScroll: false });

  const queue: SendReport = async (row, { event, photos, key }) => {
    await addReport({
      ...{ key, event, photos, reportedAt: Date.now(), rejection: null },
      // Without a network "me" is the one of the organization that was opened last.
      ...{
        userId: me.id,
        email: me.email,
        organization: activeOrganization() ?? me.current_organization_id,
        caseId: row.id,
        title: caseTitle(row),
      },
    }).catch(() => {
      throw new ApiError(0, {
        code: "no_room",
        detail: t`This phone has no room left. Delete something, then save again.`,
      });
    });
    void navigator.storage?.persist?.();
    await client.invalidateQueries(queuedReports(me));
  };

  return (
    <div className={classes.page}>
      <title>{t`My cases · Dripline`}</title>
      {one === undefined && (
        <h1 className={classes.title}>
          <Trans>My cases</Trans>
        </h1>
      )}
      <QueueState
        reports={reports}
        isOffline={isOffline}
        readAt={shown?.readAt ?? null}
        send={() => {
          void live.refetch();
          sendAll();
        }}
      />
      {one !== undefined ? (
        <MyCase
          whole={one}
          reports={reportsOf(one, reports)}
          open={(next) => open(one.id, next)}
          onBack={() => open(undefined)}
        />
      ) : shown !== undefined ? (
        <>
          {live.isError && !isOffline && <ErrorState inline {...failureOf(live, t`Your cases`)} />}
          <Round cases={shown.cases} reports={reports} open={open} />
          {shown.count > shown.cases.length && (
            <p className={classes.none}>{t`The first ${shown.cases.length} of ${shown.count} cases.`}</p>
          )}
        </>
      ) : live.isError ? (
        <ErrorState {...failureOf(live, t`Your cases`)} />
      ) : (
        <Bones height={320} widths={["80%", "60%", "70%"]} />
      )}
      <OpenCaseDialog
        row={one}
        dialog={dialog}
        send={queue}
        onClose={closeDialog}
        onDone={() => {
          void navigate({ search: {}, replace: true });
          sendAll();
        }}
      />
    </div>
  );
}

/** Keeps the app for work without a network, once all that the screen needs is loaded. */
function useKeptApp(isLoaded: boolean): void {
  const me = useMe();
  useEffect(() => {
    if (!isLoaded) return;
    const scripts = [
      import("../report/CaseDialogs.tsx"),
      import("../../../components/dialog/DialogWindow.tsx"),
      import("../../../app/toasts.tsx"),
    ];
    // Without it the screen works as long as there is a network.
    void Promise.all(scripts)
      .then(() => keepApp(me))
      .catch(() => undefined);
  }, [isLoaded, me]);
}

const reportsOf = ({ id }: WholeCase, reports: readonly QueuedReport[]) =>
  reports.filter(({ caseId }) => caseId === id);

/** The list, by property and building, with what is reported already at its end. */
function Round(props: {
  cases: readonly WholeCase[];
  reports: readonly QueuedReport[];
  open(id: number, dialog?: CaseDialog): void;
}): ReactNode {
  const [sought, setSought] = useState("");
  const [isScanning, setScanning] = useState(false);
  const found = props.cases.filter((one) => isSought(one, sought));
  const isDone = (one: WholeCase) =>
    reportsOf(one, props.reports).some(({ event, rejection }) => event.kind === "fixed" && rejection === null);
  const groups = Map.groupBy(
    found.filter((one) => !isDone(one)),
    ({ property_name, building_name }) => [property_name, building_name].filter(Boolean).join(", "),
  );
  const done = found.filter(isDone);
  if (props.cases.length === 0) {
    return (
      <EmptyState
        title={t`No cases are assigned to you`}
        sentence={t`Cases that somebody assigns to you appear here, and can be opened without a network from then on.`}
      />
    );
  }
  return (
    <>
      <div className={classes.search}>
        <TextInput
          aria-label={t`Serial number, unit or property`}
          placeholder={t`Serial number, unit or property`}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
          type="search"
        />
        {canScan && (
          <Button variant="default" leftSection={<IconScan size={18} />} onClick={() => setScanning(true)}>
            <Trans>Scan</Trans>
          </Button>
        )}
      </div>
      {found.length === 0 && (
        <p className={classes.none}>
          <Trans>None of your cases has this serial number, unit or property.</Trans>
        </p>
      )}
      {[...groups].map(([place, cases]) => (
        <section key={place} className={classes.group}>
          <h2>{place}</h2>
          <ul>
            {cases.map((one) => (
              <MyCaseRow key={one.id} row={one} reports={reportsOf(one, props.reports)} open={props.open} />
            ))}
          </ul>
        </section>
      ))}
      {done.length > 0 && (
        <section className={classes.group}>
          <h2>{plural(done.length, { one: "# fix waits to be sent", other: "# fixes wait to be sent" })}</h2>
          <ul>
            {done.map((one) => (
              <MyCaseRow key={one.id} row={one} reports={reportsOf(one, props.reports)} open={props.open} />
            ))}
          </ul>
        </section>
      )}
      <ScanDialog opened={isScanning} onClose={() => setScanning(false)} onFound={setSought} />
    </>
  );
}

/** Whether what is typed or scanned is part of where a case is, or the serial number of one of its meters. */
function isSought(one: WholeCase, typed: string): boolean {
  const text = typed.trim().toLowerCase();
  if (text === "") return true;
  const serials = one.leaks.map(({ meter_serial_number }) => meter_serial_number.toLowerCase());
  const places = [one.property_name, one.building_name, one.unit_name].map((name) => name?.toLowerCase() ?? "");
  // A code on a meter may hold more than its serial number.
  return [...places, ...serials].some((part) => part.includes(text)) || serials.some((serial) => text.includes(serial));
}
