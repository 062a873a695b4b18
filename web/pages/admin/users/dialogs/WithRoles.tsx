import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import type { DialogProps } from "../../../../components/dialog/DialogWindow.tsx";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import type { Enums } from "../form/use-user-form.ts";
import { enumsQuery } from "../queries/users-queries.ts";

interface Props extends Pick<DialogProps, "opened" | "onClose" | "title"> {
  children: (enums: Enums) => ReactNode;
}

/** Stands for a form about a user until the roles and permissions to choose from are known. */
export function WithRoles({ children, ...dialog }: Props): ReactNode {
  const enums = useQuery(enumsQuery());
  if (enums.data !== undefined) return children(enums.data.results);
  return (
    <Dialog {...dialog}>
      {enums.isError ? <QueryFailure query={enums} what={t`The roles`} /> : <Skeleton height={420} />}
    </Dialog>
  );
}
