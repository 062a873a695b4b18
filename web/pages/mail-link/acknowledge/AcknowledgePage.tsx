import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { MailLinkView } from "../../../../contract/notifications/notifications.ts";
import { call } from "../../../app/api.ts";
import { sentenceOf } from "../../../app/api-error.ts";
import { HYBRID_LEAK, leakTypeNames } from "../../../components/labels.ts";
import { CaseBadge } from "../../cases/report/CaseBadge.tsx";
import { timeAtProperty } from "../../property/leak-detail/view/property-time.ts";
import classes from "../mail-link.module.css";
import { LinkPage } from "../view/LinkPage.tsx";
import { nothingToAcknowledge } from "./acknowledge-text.ts";

/** Where a mail about a leak leads for whoever takes care of it. Opening it changes nothing. */
export function AcknowledgePage(): ReactNode {
  return (
    <LinkPage title={t`Acknowledge a leak`} does={["acknowledge"]}>
      {(link, token) => link.case !== null && <Acknowledge token={token} link={link} leak={link.case} />}
    </LinkPage>
  );
}

type LinkedCase = NonNullable<MailLinkView["case"]>;

function Acknowledge({ token, link, leak }: { token: string; link: MailLinkView; leak: LinkedCase }): ReactNode {
  const acknowledge = useMutation({
    mutationFn: () => call("POST /v1/mail-link/acknowledge", { body: { token } }),
  });
  const place = [leak.building_name, leak.unit_name].filter(Boolean).join(", ");
  const isOwn = acknowledge.isSuccess;
  const isDone = isOwn || link.is_done;
  return (
    <>
      <header>
        <h1>{leakTypeNames[leak.leak_type] ?? HYBRID_LEAK}</h1>
        <p className={classes.lead}>{place}</p>
      </header>
      <dl className={classes.facts}>
        <div>
          <dt>
            <Trans>Property</Trans>
          </dt>
          <dd>{leak.property_name}</dd>
        </div>
        <div>
          <dt>
            <Trans>Since</Trans>
          </dt>
          <dd>{timeAtProperty(leak.started_at, leak.time_zone)}</dd>
        </div>
        <div>
          <dt>
            <Trans>State</Trans>
          </dt>
          <dd>
            <CaseBadge state={isOwn && !link.is_done ? "acknowledged" : leak.state} />
          </dd>
        </div>
      </dl>
      {isDone ? (
        <p role="status">
          {isOwn
            ? t`Acknowledged by ${link.email}. Your colleagues see that you take care of it.`
            : nothingToAcknowledge(leak.state)}
        </p>
      ) : (
        <>
          <p>
            <Trans>Acknowledge that you take care of it, as {link.email}. The leak stays open until it is fixed.</Trans>
          </p>
          <Button
            size="md"
            fullWidth
            loading={acknowledge.isPending}
            onClick={() => !acknowledge.isPending && acknowledge.mutate()}
          >
            <Trans>Acknowledge</Trans>
          </Button>
        </>
      )}
      <p className={classes.error} role="alert">
        {acknowledge.isError && sentenceOf(acknowledge.error)}
      </p>
      <Link to="/cases/$case_id" params={{ case_id: String(leak.id) }}>
        <Trans>Open the leak in Dripline</Trans>
      </Link>
    </>
  );
}
