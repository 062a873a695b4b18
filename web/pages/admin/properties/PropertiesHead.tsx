import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type ActiveFilter, FilterBar } from "../../../components/filters/FilterBar.tsx";
import { PopoverFilter } from "../../../components/filters/PopoverFilter.tsx";
import { Tabs } from "../../../components/tabs/Tabs.tsx";
import { ListSearch } from "../ListSearch.tsx";
import { propertiesQueries } from "./view/properties-queries.ts";
import type { PropertiesView } from "./view/use-properties.ts";

/** The lists of properties, with the labels of their tabs. */
export const lists = [
  { tab: "in-use", label: t`In use` },
  { tab: "unassigned", label: t`Unassigned` },
  { tab: "archived", label: t`Archived` },
] as const;

interface Props {
  view: PropertiesView;
  /** null: not known. */
  count: number | null;
  /** Id of the list's element. */
  panel: string;
}

/** The head of the properties: how many there are, and which. */
export function PropertiesHead({ view, count, panel }: Props): ReactNode {
  const organizations = useQuery(propertiesQueries(view.search).organizations);
  const { search, organization_id: chosen } = view.search;
  const options = (organizations.data ?? []).map(({ id, name, properties_count }) => ({
    value: String(id),
    label: name,
    count: view.shown === "archived" ? undefined : properties_count,
  }));
  const all = options.map(({ value }) => value);
  const active: ActiveFilter[] = [];
  if (search !== undefined) {
    active.push({ id: "search", name: t`Search`, value: search, onRemove: () => view.find("") });
  }
  if (chosen !== undefined) {
    const only = chosen.length === 1 ? organizations.data?.find(({ id }) => id === chosen[0])?.name : undefined;
    active.push({
      id: "organization",
      name: t`Organization`,
      value: only ?? t`${chosen.length} selected`,
      onRemove: () => view.setOrganizations(undefined),
    });
  }
  return (
    <FilterBar
      title={t`Properties`}
      counts={[{ label: t`Total Properties`, value: count }]}
      primary={<Tabs label={t`Which properties`} tabs={lists} value={view.shown} onChange={view.show} panel={panel} />}
      active={active}
      onReset={view.reset}
      actions={
        <Button
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => view.open("add-property")}
        >
          <Trans>Add a property</Trans>
        </Button>
      }
    >
      <ListSearch
        label={t`Search by name or address`}
        placeholder={t`Name or address`}
        found={search}
        onFind={view.find}
      />
      {view.shown !== "unassigned" && (
        <PopoverFilter
          label={t`Organization`}
          options={options}
          selected={chosen?.map(String) ?? all}
          onChange={(next) => view.setOrganizations(next.length === all.length ? undefined : next.map(Number))}
          applyOn="close"
          required
          loading={organizations.isPending}
          emptyText={organizations.isError ? t`The organizations could not be loaded.` : t`No organizations found`}
        />
      )}
    </FilterBar>
  );
}
