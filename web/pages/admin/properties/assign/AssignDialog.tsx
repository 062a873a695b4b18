import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Select } from "@mantine/core";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import "@mantine/core/styles/Combobox.layer.css";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { PropertyRow } from "../../../../../contract/inventory/inventory.ts";
import { call } from "../../../../app/api.ts";
import { ConfirmDialog } from "../../../../app/form/ConfirmDialog.tsx";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import entryClasses from "../../../../app/form/entry.module.css";
import { useEntry } from "../../../../app/form/use-entry.ts";
import { toast } from "../../../../app/toast.ts";
import { allOrganizationsQuery } from "../../organizations/organizations.ts";
import classes from "../properties.module.css";
import type { PropertyDialogProps } from "../view/use-properties.ts";
import { contentsText, listSourceOrganizations, namesText } from "./assign-text.ts";

/** Stands for no organization in the choice of one. */
const NONE = "none";

/** Puts the properties that are ticked into an organization, or into none. */
export default function AssignDialog(props: PropertyDialogProps): ReactNode {
  const { selection } = props.view;
  // Those that were ticked last: once it is done they are taken off behind it.
  const [rows, setRows] = useState(selection.rows);
  const isOther = selection.rows.length !== rows.length || rows.some((row) => !selection.has(row));
  if (selection.rows.length > 0 && isOther) setRows(selection.rows);
  if (rows.length > 0) return <Form {...props} rows={rows} />;
  return (
    <ConfirmDialog
      opened={props.opened}
      onClose={props.onClose}
      title={t`Assign to an organization`}
      action={t`Assign`}
      impossible={
        <p>
          <Trans>No property is selected. Close this, tick the properties in the list, and assign them then.</Trans>
        </p>
      }
      write={() => Promise.resolve()}
      onDone={props.onDone}
    >
      {null}
    </ConfirmDialog>
  );
}

function Form({ view, opened, onClose, onDone, rows }: PropertyDialogProps & { rows: readonly PropertyRow[] }) {
  const organizations = useQuery(allOrganizationsQuery());
  const entry = useEntry({
    name: "assignment",
    initial: { organization_id: "" },
    rules: {
      organization_id: (typed: string) =>
        typed === ""
          ? t`Choose the organization.`
          : rows.every((row) => String(row.organization_id ?? NONE) === typed)
            ? t`They are there already. Choose another one.`
            : null,
    },
    fieldOf: { property_ids: "organization_id" },
    write: ({ organization_id }) =>
      call("POST /v1/admin/staff/inventory/organizations/properties/bulk-assign", {
        body: {
          organization_id: organization_id === NONE ? null : Number(organization_id),
          property_ids: rows.map(({ id }) => id),
        },
      }),
    onDone: ({ organization_id, property_ids }) => {
      const name = organizations.data?.find(({ id }) => id === organization_id)?.name ?? t`no organization`;
      view.selection.clear();
      onDone();
      toast({
        title: t`Properties assigned`,
        message: t`${plural(property_ids.length, { one: "# property belongs", other: "# properties belong" })} to ${name} now.`,
      });
    },
  });
  const choice = entry.form.getInputProps("organization_id");
  const chosen = organizations.data?.find(({ id }) => String(id) === choice.value);
  const isMove = choice.value !== "" && rows.some((row) => String(row.organization_id ?? NONE) !== choice.value);
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={t`Assign ${plural(rows.length, { one: "# property", other: "# properties" })}`}
      entry={entry}
      save={t`Assign`}
    >
      <QueryFailure query={organizations} what={t`The organizations`} inline />
      <Select
        classNames={{ option: entryClasses.option }}
        label={t`To which organization`}
        placeholder={t`Choose an organization`}
        data-autofocus
        // Open from the start it would lie over the buttons.
        openOnFocus={false}
        data={[
          { value: NONE, label: t`No organization` },
          ...(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        searchable
        limit={100}
        allowDeselect={false}
        nothingFoundMessage={t`No organizations found`}
        comboboxProps={{ returnFocus: false }}
        size="xs"
        {...choice}
        value={choice.value || null}
        onChange={(value) => choice.onChange(value ?? "")}
      />
      {isMove && (choice.value === NONE || chosen !== undefined) && <WhatMoves rows={rows} to={chosen ?? null} />}
    </EntryDialog>
  );
}

interface Props {
  rows: readonly PropertyRow[];
  /** The organization that they are assigned to; null: none. */
  to: { id: number; name: string } | null;
}

/** What an assignment moves, who loses sight of it, and who sees it then. */
function WhatMoves({ rows, to }: Props): ReactNode {
  const moving = rows.filter((row) => row.organization_id !== (to?.id ?? null));
  const left = listSourceOrganizations(rows, to?.id ?? null).flatMap(({ organization, properties }) =>
    organization === null ? [] : [{ organization, properties }],
  );
  const staying = rows.length - moving.length;
  return (
    <div className={classes.facts} aria-live="polite">
      <Fact title={t`What moves`}>
        <p>
          <Trans>
            {namesText(moving.map(({ name }) => name))}, with {contentsText(moving)}, meters, gateways and all history,
            prices and repairs.
            {to !== null &&
              t` Leaks are recalculated with the rules of ${to.name}, and cost its default price where a unit has none of its own.`}
            {staying > 0 &&
              t` ${plural(staying, { one: "# other is", other: "# others are" })} ${to === null ? t`in no organization` : t`at ${to.name}`} already.`}
          </Trans>
        </p>
      </Fact>
      <Fact title={t`Who loses sight of it`}>
        {left.length === 0 ? (
          <p>
            <Trans>Nobody: until now only IONAdmins saw {moving.length === 1 ? t`it` : t`them`}.</Trans>
          </p>
        ) : (
          <ul>
            {left.map(({ organization, properties }) => (
              <li key={organization}>
                <Trans>
                  Everybody at {organization}, from their next click on: {namesText(properties)}.
                </Trans>
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact title={t`Who sees it then`}>
        <p>
          {to === null
            ? t`Only IONAdmins. Readings are still taken in.`
            : t`The admins of ${to.name} at once; its members where they are assigned in User Management.`}
        </p>
      </Fact>
    </div>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <section className={classes.fact} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
