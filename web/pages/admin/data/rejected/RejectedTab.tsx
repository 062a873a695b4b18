import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ListTable } from "../../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../../app/report/table/TableFrame.tsx";
import { PopoverFilter } from "../../../../components/filters/PopoverFilter.tsx";
import { ListSearch } from "../../ListSearch.tsx";
import classes from "../data.module.css";
import { dataQueries } from "../view/data-queries.ts";
import { StateChoice } from "../view/StateChoice.tsx";
import type { PropertyDataView } from "../view/use-data.ts";
import { codeLabel } from "./code-text.ts";
import { rejectedColumns } from "./rejected-columns.tsx";

/** Rejected rows: to be corrected and sent again, or dismissed, one by one or several at once. */
export default function RejectedTab({ view }: { view: PropertyDataView }): ReactNode {
  const { search } = view;
  const rows = useQuery(dataQueries(view.propertyId, search).rejected);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const open = (rows.data?.results ?? []).filter(({ state }) => state === "open").map(({ id }) => id);
  // Only what is in sight is acted upon.
  const chosen = new Set(open.filter((id) => ticked.has(id)));
  const hasAll = open.length > 0 && chosen.size === open.length;
  const isOpenList = search.state === undefined;
  const isFiltered = [search.code, search.source, search.search].some((one) => one !== undefined);
  const ids = [...chosen].join(",");
  const count = rows.data?.count ?? 0;
  const { code } = search;
  // Of all with one reason, more than a page: the call takes them by their code alone.
  const byCode = isOpenList && code !== undefined && search.source === undefined && search.search === undefined;
  return (
    <TableFrame title={t`Rejected rows`} subtitle={t`Kept until they are corrected or dismissed`}>
      {(heading) => (
        <ListTable
          caption={t`Rows that were rejected`}
          fileName={t`Rejected rows`}
          columns={rejectedColumns(view, {
            chosen,
            onChoose: (id) => setTicked(ticked.symmetricDifference(new Set([id]))),
          })}
          rowKey={(row) => String(row.id)}
          list={rows}
          state={view.list}
          ordering={search.ordering ?? "-received_at"}
          what={t`The rejected rows`}
          layoutName="data_rejected"
          empty={{
            sentence: isFiltered
              ? t`No row with these filters. Take one off to see more.`
              : isOpenList
                ? t`No rows are waiting. Rows of files and gateways that cannot be stored are listed here with the reason.`
                : t`No row of this kind.`,
          }}
          heading={
            <>
              {heading}
              <span className={classes.tools}>
                <StateChoice
                  label={t`Which rows`}
                  value={search.state}
                  states={{ stored: t`Stored later`, dismissed: t`Dismissed`, all: t`All` }}
                  onChange={(state) => view.setFilters({ state })}
                />
                <ListSearch
                  label={t`Search in the rows`}
                  placeholder={t`Part of a row`}
                  maxLength={100}
                  found={search.search}
                  onFind={(text) => view.setFilters({ search: text })}
                />
                <RejectedChips view={view} codes={rows.data?.results.map((row) => row.code) ?? []} />
              </span>
              {isOpenList && count > 0 && (
                <span className={classes.tools}>
                  <label className={classes.choose}>
                    <Trans>
                      <input
                        type="checkbox"
                        checked={hasAll}
                        onChange={() => setTicked(hasAll ? new Set() : new Set(open))}
                      />
                      All on this page
                    </Trans>
                  </label>
                  <Button variant="default" disabled={chosen.size === 0} onClick={() => view.open("send-again", ids)}>
                    <Trans>Send again{chosen.size > 0 && ` (${chosen.size})`}</Trans>
                  </Button>
                  <Button variant="default" disabled={chosen.size === 0} onClick={() => view.open("dismiss", ids)}>
                    <Trans>Dismiss{chosen.size > 0 && ` (${chosen.size})`}</Trans>
                  </Button>
                  {byCode && count > open.length && (
                    <>
                      <Button variant="subtle" onClick={() => view.open("send-again", `code:${code}`)}>
                        <Trans>Send all {plural(count, { one: "# row", other: "# rows" })} again</Trans>
                      </Button>
                      <Button variant="subtle" onClick={() => view.open("dismiss", `code:${code}`)}>
                        <Trans>Dismiss all “{codeLabel(code)}”</Trans>
                      </Button>
                    </>
                  )}
                </span>
              )}
            </>
          }
        />
      )}
    </TableFrame>
  );
}

/** Filters by code, from the rows shown and the current filter, and by the current file. */
function RejectedChips({ view, codes }: { view: PropertyDataView; codes: readonly string[] }): ReactNode {
  const { code, source } = view.search;
  const offered = [...new Set([...(code === undefined ? [] : [code]), ...codes])].sort();
  return (
    <>
      <PopoverFilter
        label={t`Kind`}
        options={offered.map((value) => ({ value, label: codeLabel(value) }))}
        selected={code === undefined ? [] : [code]}
        onChange={([chosen]) => view.setFilters({ code: chosen })}
        single
        disabled={offered.length === 0}
      />
      {code !== undefined && (
        <Chip name={t`Kind`} value={codeLabel(code)} onRemove={() => view.setFilters({ code: undefined })} />
      )}
      {source !== undefined && (
        <Chip name={t`From`} value={source} onRemove={() => view.setFilters({ source: undefined })} />
      )}
    </>
  );
}

function Chip({ name, value, onRemove }: { name: string; value: string; onRemove: () => void }): ReactNode {
  return (
    <button type="button" className={classes.chip} aria-label={t`Remove filter ${name}: ${value}`} onClick={onRemove}>
      {name} <b>{value}</b>
      <IconX size={14} aria-hidden="true" />
    </button>
  );
}
