import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sentenceOf } from "../../../app/api-error.ts";
import { toast } from "../../../app/toast.ts";
import { forgetCases, reportEvent } from "./cases-calls.ts";

/** Acknowledges a case at once. @returns the function that does, by the id of the case */
export function useAcknowledge(): (id: number) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (id: number) => reportEvent(id, { kind: "acknowledged", note: "" }),
    onSuccess: () => forgetCases(client),
    onError: (error) => toast({ title: t`Not acknowledged`, message: sentenceOf(error), destructive: true }),
  });
  return mutate;
}
