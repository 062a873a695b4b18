import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ApiError, notLoaded } from "../../../app/api-error.ts";
import { FilterBar } from "../../../components/filters/FilterBar.tsx";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import { StepBones } from "./StepBones.tsx";
import { Steps } from "./Steps.tsx";
import classes from "./start.module.css";
import { stepNames } from "./start-search.ts";
import { type Start, useStart } from "./use-start.ts";

/** From an empty installation to the first leak. */
export function StartPage(): ReactNode {
  const start = useStart();
  const done = start.steps.filter(({ isDone }) => isDone).length;
  const isNew = start.propertyId === undefined;
  return (
    <div className={classes.page}>
      <title>{t`Getting Started · Dripline`}</title>
      <FilterBar
        title={t`Getting Started`}
        subtitle={
          start.isComing
            ? t`How far it is…`
            : isNew
              ? t`From nothing to the first leak in about ten minutes. You need a list of the meters (CSV or Excel), and readings by a gateway or in a file.`
              : t`${start.setup.data?.property.name ?? ""}: ${done} of ${stepNames.length} steps are done.`
        }
        actions={
          !start.isComing &&
          !isNew && (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
              onClick={() => start.go({ step: "property" })}
            >
              <Trans>Another property</Trans>
            </Button>
          )
        }
      />
      <Body start={start} />
    </div>
  );
}

function Body({ start }: { start: Start }): ReactNode {
  const { organizations, properties, setup } = start;
  if (setup.error instanceof ApiError && setup.error.status === 404) {
    return (
      <EmptyState
        title={t`Property not found`}
        sentence={t`There is no such property, or it is archived.`}
        action={
          <Button onClick={() => start.go({ step: "property" })}>
            <Trans>Choose another</Trans>
          </Button>
        }
      />
    );
  }
  const failed = [organizations, properties, setup].filter(({ isError }) => isError);
  const retry = () => {
    for (const query of failed) void query.refetch();
  };
  if (start.isComing) {
    return failed.length > 0 ? (
      <ErrorState message={notLoaded(t`How far it is`, failed[0]?.error)} onRetry={retry} />
    ) : (
      <StepBones />
    );
  }
  return (
    <>
      {failed.length > 0 && (
        <ErrorState
          message={t`Its progress could not be loaded. It is retried automatically.`}
          onRetry={retry}
          inline
        />
      )}
      <Steps key={start.propertyId ?? "none"} start={start} />
    </>
  );
}
