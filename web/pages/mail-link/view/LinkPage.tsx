import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { MailLinkView } from "../../../../contract/notifications/notifications.ts";
import { call } from "../../../app/api.ts";
import { ApiError, sentenceOf } from "../../../app/api-error.ts";
import { dependent } from "../../../app/query.ts";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { PlainShell } from "../../../app/shell/PlainShell.tsx";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import { DeadLink } from "../../account/new-password/DeadLink.tsx";
import { useLinkToken } from "../../account/new-password/link-token.ts";
import classes from "../mail-link.module.css";

interface Props {
  title: string;
  does: readonly MailLinkView["does"][];
  children: (link: MailLinkView, token: string) => ReactNode;
}

/** A page that a link of a mail leads to: what the link does, which only its button does. */
export function LinkPage({ title, ...props }: Props): ReactNode {
  const token = useLinkToken();
  return (
    <PlainShell>
      <title>{`${title} · Dripline`}</title>
      {token === null ? (
        <NoLink title={t`The link is not complete`} text={t`Open the whole link of the mail; it ends with a token.`} />
      ) : (
        <Linked key={token} token={token} {...props} />
      )}
    </PlainShell>
  );
}

/** What a link does, without doing it. */
export function mailLinkQuery(token: string) {
  return dependent(
    queryOptions({
      queryKey: ["mail-link", token],
      queryFn: ({ signal }) => call("POST /v1/mail-link", { body: { token }, signal }),
    }),
  );
}

function Linked({ token, does, children }: Omit<Props, "title"> & { token: string }): ReactNode {
  const { data: link, error, refetch } = useQuery(mailLinkQuery(token));
  if (error instanceof ApiError && error.status === 403) {
    return <NoLink title={t`This link is not valid`} text={error.detail} />;
  }
  if (error !== null && link === undefined) {
    return <ErrorState message={sentenceOf(error)} onRetry={() => void refetch()} />;
  }
  if (link === undefined) return <Bones height={320} widths={["60%", "90%", "40%"]} />;
  if (!does.includes(link.does)) {
    return (
      <NoLink title={t`This link is not valid`} text={t`Open the whole link of the mail; it ends with a token.`} />
    );
  }
  return <div className={classes.card}>{children(link, token)}</div>;
}

/** In place of what a link leads to, with the way to the same for those who can sign in. */
function NoLink({ title, text }: { title: string; text: string }): ReactNode {
  return (
    <DeadLink title={title}>
      <p className={classes.lead}>{text}</p>
      <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
        <Trans>Sign in</Trans>
      </Button>
    </DeadLink>
  );
}
