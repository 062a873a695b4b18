import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { callFile } from "../../../app/api.ts";
import { sentenceOf } from "../../../app/api-error.ts";
import { toast } from "../../../app/toast.ts";
import { download } from "../../../components/download.ts";
import { auditParams } from "./audit-search.ts";
import type { AuditView } from "./use-audit.ts";

/** All that the filters match as a file, however many pages it has. */
export function AuditFile({ view, isEmpty }: { view: AuditView; isEmpty: boolean }): ReactNode {
  const save = useMutation({
    mutationFn: () => callFile("GET /v1/admin/audit-log.csv", { query: auditParams(view.search) }),
    onSuccess: ({ name, content }) => download(name, content),
    onError: (error) => toast({ title: "The file could not be made", message: sentenceOf(error), destructive: true }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
      loading={save.isPending}
      disabled={isEmpty}
      onClick={() => !save.isPending && save.mutate()}
    >
      All lines as CSV
    </Button>
  );
}
