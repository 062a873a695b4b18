import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { EmptyState } from "../../components/states/EmptyState.tsx";

/** For an address that leads nowhere. */
export function NotFoundPage(): ReactNode {
  return (
    <>
      <title>{t`Page not found · Dripline`}</title>
      <EmptyState
        title={t`Page not found`}
        sentence={t`This address leads nowhere. It may have been typed wrong, or the page has moved.`}
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
            <Trans>Go to the start</Trans>
          </Button>
        }
      />
    </>
  );
}
