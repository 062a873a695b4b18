import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../../app/api.ts";
import { sentenceOf } from "../../../app/api-error.ts";
import { nameError } from "../../../app/form/rules.ts";
import { useEntry } from "../../../app/form/use-entry.ts";
import { Choice } from "./Choice.tsx";
import { StepForm } from "./StepForm.tsx";
import classes from "./start.module.css";
import { organizationsQuery } from "./start-queries.ts";
import type { Start } from "./use-start.ts";

/** Whose buildings it is about: one that is there, or a new one. */
export function OrganizationStep({ start }: { start: Start }): ReactNode {
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const offered = useQuery(organizationsQuery(typed || undefined));
  const { propertyId, organizations } = start;
  const isHomeless = start.setup.data?.organization === null;
  const assign = useMutation({
    mutationFn: (organization_id: number) =>
      call("POST /v1/admin/staff/inventory/organizations/properties/bulk-assign", {
        body: { organization_id, property_ids: propertyId === undefined ? [] : [propertyId] },
      }),
    onSuccess: () => {
      start.open(undefined);
      return client.invalidateQueries();
    },
  });
  const take = (id: number) => {
    if (!isHomeless) start.go({ organization_id: id });
    else if (!assign.isPending) assign.mutate(id);
  };
  const entry = useEntry({
    name: "first organization",
    initial: { name: "" },
    rules: { name: nameError },
    write: ({ name }) => call("POST /v1/admin/staff/inventory/organizations", { body: { name: name.trim() } }),
    onDone: ({ id }) => take(id),
  });
  const isFirst = organizations.data?.count === 0;
  return (
    <>
      <p>
        <Trans>
          It owns or manages buildings: a company, a housing association, yourself. People whom you invite later see the
          properties of their organization only.
        </Trans>
      </p>
      <div className={classes.ways}>
        {!isFirst && (
          <section className={`${classes.way} ${classes.narrow}`} aria-label={t`An organization that is there`}>
            <Choice
              label={isHomeless ? t`Put the property into` : t`Organization`}
              none={t`No organizations found`}
              options={offered.data?.results ?? []}
              value={isHomeless ? null : (start.organization?.id ?? null)}
              onChange={take}
              onSearch={setTyped}
            />
            {start.organization && !isHomeless && (
              <Button variant="default" onClick={() => take(start.organization?.id ?? 0)}>
                <Trans>Set up a property of {start.organization.name}</Trans>
              </Button>
            )}
            <p className={classes.failure} role="alert">
              {assign.error !== null && sentenceOf(assign.error)}
            </p>
          </section>
        )}
        <section className={`${classes.way} ${classes.narrow}`} aria-label={t`A new organization`}>
          <StepForm entry={entry} save={t`Make the organization`}>
            <TextInput
              label={isFirst ? t`Name of the organization` : t`Name of a new organization`}
              autoComplete="organization"
              {...entry.form.getInputProps("name")}
            />
          </StepForm>
        </section>
      </div>
    </>
  );
}
