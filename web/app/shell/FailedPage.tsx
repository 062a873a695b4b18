import { t } from "@lingui/core/macro";
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { ErrorState } from "../../components/states/ErrorState.tsx";
import { sentenceOf } from "../api-error.ts";

/** In place of a screen that broke: what happened, and Retry. */
export function FailedPage({ error }: ErrorComponentProps): ReactNode {
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  useEffect(() => reset(), [reset]);
  return (
    <>
      <title>{t`Error · Dripline`}</title>
      <ErrorState message={sentenceOf(error)} onRetry={() => void router.invalidate()} />
    </>
  );
}
