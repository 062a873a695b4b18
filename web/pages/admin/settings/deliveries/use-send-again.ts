import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../../app/api.ts";
import { toast } from "../../../../app/toast.ts";

/** Sends a message again that was given up. @param id of its organization */
export function useSendAgain(id: number, onError?: (error: unknown) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message_id: string) =>
      call("POST /v1/admin/organizations/{id}/deliveries/{message_id}/retry", { params: { id, message_id } }),
    onSuccess: ({ recipient }) => {
      toast({ title: t`It is sent again`, message: t`The message to ${recipient} goes out within seconds.` });
    },
    ...(onError && { onError }),
    // Also where somebody else did so first.
    onSettled: () => client.invalidateQueries(),
  });
}
