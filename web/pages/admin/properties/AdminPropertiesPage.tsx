import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconArrowsExchange, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, useId } from "react";
import type { PropertyRow } from "../../../../contract/inventory/inventory.ts";
import reportClasses from "../../../app/report/report.module.css";
import { formatNumber } from "../../../components/format.ts";
import { tabId } from "../../../components/tabs/Tabs.tsx";
import { FramedList } from "../list/FramedList.tsx";
import { type DialogWindows, NamedDialog } from "../list/NamedDialog.tsx";
import { lists, PropertiesHead } from "./PropertiesHead.tsx";
import classes from "./properties.module.css";
import { propertyColumns } from "./property-columns.tsx";
import { propertiesQueries } from "./view/properties-queries.ts";
import type { PropertiesDialog } from "./view/properties-search.ts";
import { type PropertiesView, useProperties } from "./view/use-properties.ts";

const PANEL = "properties-list";
const about = {
  "in-use": t`In any organization, and in none`,
  unassigned: t`In no organization: only IONAdmins see them`,
  archived: t`Hidden and left out of every total; their history is kept`,
} as const;

/** Properties and the organizations that they belong to. */
export function AdminPropertiesPage(): ReactNode {
  const view = useProperties();
  const navigate = useNavigate();
  const properties = useQuery(propertiesQueries(view.search).properties);
  const { ordering = "name" } = view.search;
  return (
    <div className={reportClasses.stack}>
      <title>{t`Properties · Dripline`}</title>
      <PropertiesHead view={view} count={properties.data?.count ?? null} panel={PANEL} />
      <div id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, view.shown)}>
        <FramedList
          title={lists.find(({ tab }) => tab === view.shown)?.label ?? ""}
          subtitle={about[view.shown]}
          caption={t`Properties`}
          columns={propertyColumns(view)}
          list={properties}
          state={view.list}
          ordering={ordering}
          what={t`The properties`}
          layoutName="admin_properties"
          empty={emptyOf(view)}
          fileName={`properties ${view.shown}`}
          onOpenRow={(row) =>
            row.archived_at === null
              ? void navigate({ to: "/admin/properties/$propertyId", params: { propertyId: String(row.id) } })
              : view.open("property", row.id)
          }
          tools={view.shown !== "archived" && <SelectionBar view={view} rows={properties.data?.results ?? []} />}
        />
      </div>
      <PropertiesDialogs view={view} />
    </div>
  );
}

/** What would fill the list that is shown. */
function emptyOf(view: PropertiesView): { sentence: string; action?: ReactNode } {
  const { search, organization_id } = view.search;
  if (search !== undefined || organization_id !== undefined) {
    return {
      sentence: t`No property with these filters. Take one off to see more.`,
      action: (
        <Button variant="default" onClick={view.reset}>
          <Trans>Reset filters</Trans>
        </Button>
      ),
    };
  }
  if (view.shown === "unassigned") return { sentence: t`Every property belongs to an organization.` };
  if (view.shown === "archived")
    return { sentence: t`A property that is archived shows here, and is restored from here.` };
  return {
    sentence: t`Add the first property, or upload a spreadsheet with all of it in Getting Started.`,
    action: (
      <Button
        variant="default"
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => view.open("add-property")}
      >
        <Trans>Add a property</Trans>
      </Button>
    ),
  };
}

const confirmation = (name: keyof typeof import("./confirmations.tsx").confirmations) =>
  lazy(async () => ({ default: (await import("./confirmations.tsx")).confirmations[name] }));

const windows: DialogWindows<PropertiesDialog, PropertiesView> = {
  "add-property": lazy(() => import("./form/AddProperty.tsx")),
  property: lazy(() => import("./form/EditProperty.tsx")),
  assign: lazy(() => import("./assign/AssignDialog.tsx")),
  archive: confirmation("archive"),
  restore: confirmation("restore"),
};

/** The dialog that the address names. */
function PropertiesDialogs({ view }: { view: PropertiesView }): ReactNode {
  return <NamedDialog view={view} windows={windows} />;
}

/** More than this a call does not move at once. */
const MOST = 1000;

/** What is ticked, here and on other pages, and what to do with it. @param rows those of this page */
function SelectionBar({ view, rows }: { view: PropertiesView; rows: readonly PropertyRow[] }): ReactNode {
  const reason = useId();
  const { selection } = view;
  const count = selection.rows.length;
  const here = rows.filter((row) => selection.has(row)).length;
  const why =
    count === 0
      ? t`Select properties first.`
      : count > MOST
        ? t`At most ${formatNumber(MOST)} properties are assigned at once.`
        : undefined;
  return (
    <div className={classes.selecting}>
      <label className={classes.all}>
        <Trans>
          <input
            type="checkbox"
            ref={(box) => {
              if (box) box.indeterminate = here > 0 && here < rows.length;
            }}
            checked={rows.length > 0 && here === rows.length}
            disabled={rows.length === 0}
            onChange={() => selection.toggleAll(rows)}
          />
          Select this page
        </Trans>
      </label>
      <Button
        variant={count === 0 ? "default" : "filled"}
        leftSection={<IconArrowsExchange size={16} stroke={1.75} aria-hidden="true" />}
        data-disabled={why !== undefined || undefined}
        aria-disabled={why !== undefined}
        aria-describedby={reason}
        title={why}
        onClick={(event) => (why === undefined ? view.open("assign") : event.preventDefault())}
      >
        <Trans>Assign to an organization</Trans>
      </Button>
      <span className={classes.selected} id={reason} role="status">
        {why !== undefined && count === 0 ? (
          why
        ) : (
          <>
            <b>
              <Trans>{formatNumber(count)} selected</Trans>
            </b>
            {count > here && t`, ${plural(count - here, { one: "# not on this page", other: "# not on this page" })}`}
            {why !== undefined && `. ${why}`}
          </>
        )}
      </span>
      {count > 0 && (
        <Button variant="subtle" onClick={selection.clear}>
          <Trans>Clear</Trans>
        </Button>
      )}
    </div>
  );
}
