import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, type ReactNode } from "react";
import type { CallAnswer } from "../../../app/api.ts";
import { notLoaded } from "../../../app/api-error.ts";
import reportClasses from "../../../app/report/report.module.css";
import { propertiesQuery } from "../../../app/report/report-queries.ts";
import { TableComing } from "../../../app/report/table/TableComing.tsx";
import { useMe } from "../../../app/use-me.ts";
import { FilterBar } from "../../../components/filters/FilterBar.tsx";
import { FixedChoice } from "../../../components/filters/FixedChoice.tsx";
import { OneOfMany } from "../../../components/filters/OneOfMany.tsx";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import { type DialogWindows, NamedDialog } from "../list/NamedDialog.tsx";
import { TabbedParts } from "../list/TabbedParts.tsx";
import classes from "./data.module.css";
import { ImportsTab } from "./imports/ImportsTab.tsx";
import { useUpload } from "./imports/use-upload.ts";
import { dataQueries } from "./view/data-queries.ts";
import type { DataDialog } from "./view/data-search.ts";
import { type PropertyDataView, useData } from "./view/use-data.ts";

const RejectedTab = lazy(() => import("./rejected/RejectedTab.tsx"));
const QuarantineTab = lazy(() => import("./quarantine/QuarantineTab.tsx"));
const RepairsTab = lazy(() => import("./repairs/RepairsTab.tsx"));

const PANEL = "data-tab";

type Property = CallAnswer<"GET /v1/reporting/my-properties/">[number];

/** What came in of a property's readings, what could not be taken, what waits for a person, and what people decided. */
export function DataPage(): ReactNode {
  const navigate = useNavigate({ from: "/admin/data" });
  const { property_id: requestedId } = useSearch({ from: "/signed-in/admin/data" });
  const client = useQueryClient();
  const properties = useQuery(propertiesQuery());
  // What was fetched beside them failed with them, and would ask for one Retry more.
  const retryFailed = () => client.refetchQueries({ predicate: ({ state }) => state.status === "error" });
  const chosen = properties.data?.find(({ id }) => requestedId === undefined || id === requestedId);
  return (
    <div className={reportClasses.stack}>
      <title>{t`Data · Dripline`}</title>
      <FilterBar
        title={t`Data`}
        subtitle={t`Imports, rejected rows and readings of a property that need a decision`}
        primary={
          <PropertyChoice
            properties={properties.data}
            chosen={chosen}
            onChange={(property_id) =>
              void navigate({ search: ({ tab, page_size }) => ({ property_id, tab, page_size }) })
            }
          />
        }
      />
      {properties.data === undefined ? (
        properties.isError ? (
          <ErrorState message={notLoaded(t`The properties`, properties.error)} onRetry={() => void retryFailed()} />
        ) : (
          <TableComing />
        )
      ) : chosen === undefined ? (
        <NoProperty hasOthers={properties.data.length > 0} />
      ) : (
        <Data key={chosen.id} property={chosen} />
      )}
    </div>
  );
}

function Data({ property }: { property: Property }): ReactNode {
  const view = useData(property);
  const waiting = useQuery(dataQueries(property.id, view.search).waiting);
  // Here and not in its tab, so that a file goes on being sent while another tab is looked at.
  const upload = useUpload(property.id);
  const tabs = [
    { tab: "imports", label: t`Imports` },
    { tab: "rejected", label: t`Rejected rows`, count: waiting.data?.rejected_rows_count },
    { tab: "quarantine", label: t`Quarantine`, count: waiting.data?.quarantined_count },
    { tab: "repairs", label: t`Repairs` },
  ] as const;
  return (
    <>
      <TabbedParts
        label={t`Parts of the data`}
        tabs={tabs}
        value={view.tab}
        onChange={(tab) => view.setTab(tab)}
        panel={PANEL}
      >
        {view.tab === "imports" && <ImportsTab view={view} upload={upload} />}
        {view.tab === "rejected" && <RejectedTab key={property.id} view={view} />}
        {view.tab === "quarantine" && <QuarantineTab view={view} />}
        {view.tab === "repairs" && <RepairsTab view={view} />}
      </TabbedParts>
      <DataDialogs view={view} />
    </>
  );
}

function NoProperty({ hasOthers }: { hasOthers: boolean }): ReactNode {
  const me = useMe();
  if (hasOthers) {
    return (
      <EmptyState
        title={t`Property not found`}
        sentence={t`There is no such property among yours, or it is archived. Choose another one above.`}
      />
    );
  }
  return (
    <EmptyState
      sentence={t`Readings belong to a property, and there is none yet.`}
      action={
        me.role === "IONAdmin" && (
          <Button variant="default" renderRoot={(props) => <Link to="/admin/start" {...props} />}>
            <Trans>Add the first one</Trans>
          </Button>
        )
      }
    />
  );
}

const windows: DialogWindows<DataDialog, PropertyDataView> = {
  import: lazy(() => import("./imports/ImportDialog.tsx")),
  "send-again": lazy(() => import("./rejected/SendAgain.tsx")),
  dismiss: lazy(() => import("./rejected/Dismiss.tsx")),
  accept: lazy(() => import("./quarantine/Decide.tsx")),
  reject: lazy(() => import("./quarantine/Decide.tsx")),
  correct: lazy(() => import("./correct/CorrectHours.tsx")),
  reimport: lazy(() => import("./reimport/ReimportRange.tsx")),
  repair: lazy(() => import("./repairs/RepairDialog.tsx")),
  undo: lazy(() => import("./repairs/UndoRepair.tsx")),
};

/** The dialog that the address names. */
function DataDialogs({ view }: { view: PropertyDataView }): ReactNode {
  return <NamedDialog view={view} windows={windows} />;
}

type Properties = CallAnswer<"GET /v1/reporting/my-properties/">;

interface Props {
  /** All that the user may see; undefined: not there yet. */
  properties: Properties | undefined;
  /** undefined: not known, or the address names one that is not there. */
  chosen: Properties[number] | undefined;
  onChange: (propertyId: number) => void;
}

/** Selects the property, labelled with its organization if there are several; a single property is shown as text. */
function PropertyChoice({ properties = [], chosen, onChange }: Props): ReactNode {
  const [only] = properties;
  if (only !== undefined && properties.length === 1 && chosen !== undefined) {
    return <FixedChoice name={t`Property`} value={only.name} />;
  }
  return (
    <OneOfMany
      className={classes.property}
      aria-label={t`Property`}
      placeholder={properties.length === 0 ? t`Property` : t`Choose a property`}
      options={properties.map(({ id, name, organization_name }) => ({
        value: String(id),
        label: name,
        group: organization_name ?? t`In no organization`,
      }))}
      disabled={properties.length === 0}
      value={chosen === undefined ? null : String(chosen.id)}
      onChange={(value) => onChange(Number(value))}
      none={t`No properties found`}
    />
  );
}
