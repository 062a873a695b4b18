import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { sentenceOf } from "../../../../app/api-error.ts";
import classes from "./webhooks.module.css";

interface Props {
  /** Id of its organization. */
  id: number;
  webhookId: number;
  /** More to do with it, beside the button. */
  children?: ReactNode;
}

/** Sends a webhook a test message, and shows what its receiver made of it. */
export function TestWebhook({ id, webhookId, children }: Props): ReactNode {
  const test = useMutation({
    mutationFn: () =>
      call("POST /v1/admin/organizations/{id}/webhooks/{webhook_id}/test", { params: { id, webhook_id: webhookId } }),
  });
  const { data } = test;
  const result = test.error === null ? data?.text : sentenceOf(test.error);
  return (
    <div className={classes.test}>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconSend size={14} aria-hidden="true" />}
          loading={test.isPending}
          onClick={() => !test.isPending && test.mutate()}
        >
          {t`Send a test`}
        </Button>
        {children}
      </div>
      <p role="status" className={classes.result} data-accepted={data?.is_accepted || undefined}>
        {!test.isPending && result}
      </p>
    </div>
  );
}
