import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useMe } from "../../../app/use-me.ts";
import { PopoverFilter } from "../../../components/filters/PopoverFilter.tsx";
import classes from "./audit-log.module.css";
import { actionChoices } from "./audit-text.ts";
import type { AuditView } from "./use-audit.ts";

/** What of the record is listed: what, in which organization and when. */
export function AuditFilters({ view }: { view: AuditView }): ReactNode {
  const { action, organization_id, start_date, end_date } = view.search;
  const me = useMe();
  const one = (id: string | number | undefined) => (id === undefined ? [] : [String(id)]);
  const isBackwards = start_date !== undefined && end_date !== undefined && start_date > end_date;
  return (
    <>
      <PopoverFilter
        label={t`What`}
        options={actionChoices}
        selected={one(action)}
        onChange={([chosen]) => view.setFilters({ action: chosen })}
        single
      />
      {me.organizations.length > 1 && (
        <PopoverFilter
          label={t`Organization`}
          options={me.organizations.map(({ id, name }) => ({ value: String(id), label: name }))}
          selected={one(organization_id)}
          onChange={([chosen]) =>
            view.setFilters({ organization_id: chosen === undefined ? undefined : Number(chosen) })
          }
          emptyText={t`No organizations found`}
          single
        />
      )}
      <span className={classes.day}>
        <Trans>
          From
          <TextInput
            type="date"
            aria-label={t`From, first day`}
            max={end_date}
            value={start_date ?? ""}
            onChange={({ currentTarget: { value } }) => view.setFilters({ start_date: value || undefined })}
          />
        </Trans>
      </span>
      <span className={classes.day}>
        <Trans>
          to
          <TextInput
            type="date"
            aria-label={t`To, last day`}
            min={start_date}
            value={end_date ?? ""}
            onChange={({ currentTarget: { value } }) => view.setFilters({ end_date: value || undefined })}
          />
        </Trans>
      </span>
      {isBackwards && (
        <span className={classes.backwards} role="alert">
          <Trans>The last day is before the first: there is nothing between them.</Trans>
        </span>
      )}
    </>
  );
}
