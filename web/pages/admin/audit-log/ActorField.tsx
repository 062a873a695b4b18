import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { IconUser } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import classes from "./audit-log.module.css";
import type { AuditView } from "./use-audit.ts";

/** Whose doings: part of an e-mail or a name, taken with Enter or when the field is left. */
export function ActorField({ view }: { view: AuditView }): ReactNode {
  const actor = view.search.actor ?? "";
  const [typed, setTyped] = useState(actor);
  const take = () => {
    if (typed.trim() !== actor) view.setFilters({ actor: typed.trim() || undefined });
  };
  return (
    <form
      className={classes.actor}
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <TextInput
        aria-label={t`Who, by part of e-mail or name`}
        placeholder={t`Part of e-mail or name`}
        maxLength={256}
        autoComplete="off"
        leftSection={<IconUser size={14} aria-hidden="true" />}
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        onBlur={take}
      />
    </form>
  );
}
