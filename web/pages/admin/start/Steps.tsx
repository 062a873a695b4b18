import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { VisuallyHidden } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import type { PropertySetup } from "../../../../contract/inventory/property-setup.ts";
import { formatDate } from "../../../components/format.ts";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import { type Upload, useUpload } from "../data/imports/use-upload.ts";
import { type InventoryFileState, useInventoryFile } from "../inventory-file/use-inventory-file.ts";
import { LeakStep } from "./LeakStep.tsx";
import { OrganizationStep } from "./OrganizationStep.tsx";
import { Progress } from "./Progress.tsx";
import { PropertyStep } from "./PropertyStep.tsx";
import { ReadingStep } from "./ReadingStep.tsx";
import { Received } from "./Received.tsx";
import { StepItem, stepTitle } from "./StepItem.tsx";
import classes from "./start.module.css";
import type { StepName } from "./start-search.ts";
import { mayOpen } from "./steps.ts";
import { TokenStep } from "./TokenStep.tsx";
import type { Start } from "./use-start.ts";

/** The steps, of which the next one stands open, or the one that the address names. */
export function Steps({ start }: { start: Start }): ReactNode {
  const client = useQueryClient();
  const [token, setToken] = useState<string>();
  const { propertyId, organization } = start;
  const setup = start.setup.data;
  const file = useInventoryFile(
    { organizationId: organization?.id ?? null, propertyId, propertyName: setup?.property.name },
    () => void client.invalidateQueries(),
  );
  const upload = useUpload(propertyId ?? 0);
  const next = start.steps.find(({ isNext }) => isNext)?.name;
  const held = heldStep(file, upload);
  const standing = held ?? next ?? "leak";
  const open = start.openStep !== undefined && mayOpen(start.openStep, start) ? start.openStep : standing;
  useGoOn(start, held);

  const body = (name: StepName): ReactNode => {
    if (name === "organization") return <OrganizationStep start={start} />;
    if (name === "property") return <PropertyStep start={start} />;
    if (propertyId === undefined || setup === undefined) return null;
    switch (name) {
      case "units":
        return <UnitsStep propertyId={propertyId} file={file} onClose={() => start.open(undefined)} />;
      case "token":
        return (
          <TokenStep
            propertyId={propertyId}
            onMade={(made) => {
              setToken(made);
              // Where it comes to be the next step by itself, it goes on by itself from there, too.
              start.open(setup.meters_with_readings === 0 ? undefined : "reading");
            }}
            onFile={() => start.open("reading")}
          />
        );
      case "reading":
        return <ReadingStep setup={setup} token={token} upload={upload} onToken={() => start.open("token")} />;
      case "day":
        return <DayStep setup={setup} />;
      case "leak":
        return <LeakStep setup={setup} />;
    }
  };

  return (
    <>
      <ol className={classes.steps} aria-label={t`Steps`}>
        {start.steps.map((step, place) => (
          <StepItem
            key={step.name}
            step={step}
            number={place + 1}
            isOpen={step.name === open}
            onToggle={
              mayOpen(step.name, start) && !(step.name === open && open === standing)
                ? () => start.open(step.name === open || step.name === standing ? undefined : step.name)
                : undefined
            }
          >
            {body(step.name)}
          </StepItem>
        ))}
      </ol>
      <VisuallyHidden role="status">
        {next === undefined ? t`All steps are done.` : t`Next: ${stepTitle(next)}.`}
      </VisuallyHidden>
    </>
  );
}

/** The step in which a file is being previewed or corrected: it stays open, whatever data arrives meanwhile. */
function heldStep(file: InventoryFileState, upload: Upload): StepName | undefined {
  if (file.answer !== undefined && file.step !== "applied") return "units";
  const became = upload.become?.data;
  const isStored = became?.state === "done" && !became.dry_run;
  return upload.chosen !== undefined && !isStored ? "reading" : undefined;
}

/** Who opened a step and did in it what was missing goes on to the next one. */
function useGoOn({ steps, openStep, open }: Start, held: StepName | undefined): void {
  const waitsFor = useRef<StepName>(undefined);
  useEffect(() => {
    const step = steps.find(({ name }) => name === openStep);
    if (step !== undefined && !step.isDone) waitsFor.current = step.name;
    else if (step === undefined) waitsFor.current = undefined;
    else if (waitsFor.current === step.name && held !== step.name) {
      waitsFor.current = undefined;
      open(undefined);
    }
  });
}

/** The first day that is known from midnight to midnight. */
function DayStep({ setup }: { setup: PropertySetup }): ReactNode {
  const { first_day: day } = setup;
  return (
    <>
      {day === null ? (
        <p>
          <Trans>It begins with the midnight after the first reading.</Trans>
        </p>
      ) : (
        <>
          <p>
            {day.is_complete
              ? t`It stands in the reports.`
              : t`It counts once it is over and three quarters of its hours were measured of a meter. Hours that are missing may come later, by a gateway or a file.`}
          </p>
          <Progress
            label={t`Hours of ${formatDate(day.date)} that were measured`}
            value={day.hours_measured}
            most={day.hours}
          />
        </>
      )}
      <Received setup={setup} />
    </>
  );
}

const InventoryFileSteps = lazy(() =>
  import("../inventory-file/InventoryFileSteps.tsx").then(({ InventoryFileSteps: part }) => ({ default: part })),
);

interface Props {
  propertyId: number;
  file: InventoryFileState;
  onClose: () => void;
}

/** The property's units and meters, by a spreadsheet. */
function UnitsStep({ propertyId, file, onClose }: Props): ReactNode {
  return (
    <>
      <Suspense fallback={<Skeleton height={260} />}>
        <InventoryFileSteps state={file} onClose={onClose} />
      </Suspense>
      <p className={classes.aside}>
        <Link to="/admin/properties/$propertyId" params={{ propertyId: String(propertyId) }} className={classes.link}>
          <Trans>Without a spreadsheet: add them one by one</Trans>
        </Link>
      </p>
    </>
  );
}
