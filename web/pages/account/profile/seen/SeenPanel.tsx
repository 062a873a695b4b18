import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { choosesOrganization } from "../../../../app/access.ts";
import { call } from "../../../../app/api.ts";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import type { QueryResult } from "../../../../app/query-state.ts";
import { roleNames } from "../../../../app/role-names.ts";
import { actIn } from "../../../../app/session/act-in.ts";
import { toast } from "../../../../app/toast.ts";
import { useMe } from "../../../../app/use-me.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import classes from "../profile.module.css";
import { ChoiceList } from "../view/ChoiceList.tsx";
import { profileQueries } from "../view/profile-queries.ts";
import { firstNames, reportNames, seenSentence } from "./seen-text.ts";

/** The user's role, reports, organizations and properties. */
export function SeenPanel(): ReactNode {
  const me = useMe();
  const properties = useQuery(profileQueries(me).properties);
  return (
    <Panel title={t`What you see`}>
      <div className={classes.form}>
        <p className={classes.sentence}>{seenSentence(me, properties.data?.length)}</p>
        <dl className={classes.facts}>
          <div>
            <dt>
              <Trans>Role</Trans>
            </dt>
            <dd>{me.role === null ? t`None` : roleNames[me.role]}</dd>
          </div>
          <div>
            <dt>
              <Trans>Reports</Trans>
            </dt>
            <dd>{reportNames(me)}</dd>
          </div>
          <div>
            <dt>
              <Trans>Organizations</Trans>
            </dt>
            <dd>
              <Names of="organizations" names={me.organizations.map(({ name }) => name)} />
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Properties</Trans>
            </dt>
            <dd className={classes.properties} aria-busy={properties.isLoading}>
              {me.second_factor_missing ? (
                t`Shown once your second factor is set up.`
              ) : (
                <Properties properties={properties} />
              )}
            </dd>
          </div>
        </dl>
        {choosesOrganization(me) && <OrganizationChoice />}
      </div>
    </Panel>
  );
}

function Properties({ properties }: { properties: QueryResult<readonly { name: string }[]> }): ReactNode {
  const { data } = properties;
  if (properties.isError) return <QueryFailure query={properties} what={t`Your properties`} inline />;
  return data === undefined ? <Skeleton width="70%" /> : <Names of="properties" names={data.map(({ name }) => name)} />;
}

function Names({ of, names }: { of: string; names: readonly string[] }): ReactNode {
  const [all, setAll] = useState(false);
  const { shown, more } = firstNames(names, all);
  return (
    <>
      {shown}
      {more > 0 && (
        <button
          type="button"
          className={classes.more}
          onClick={() => setAll(true)}
          aria-label={t`Show ${more} more ${of}`}
        >
          <Trans>+{more} more</Trans>
        </button>
      )}
    </>
  );
}

/** Which of several organizations the user acts in, now and after the next sign-in. */
function OrganizationChoice(): ReactNode {
  const me = useMe();
  const router = useRouter();
  const client = useQueryClient();
  const [wanted, setWanted] = useState(me.current_organization_id);
  const choose = useMutation({
    mutationFn: async (organization: number) => {
      await actIn(client, organization);
      await router.invalidate();
      await call("PUT /v1/me/organization", {});
    },
    onSuccess: (_, organization) => {
      const name = me.organizations.find(({ id }) => id === organization)?.name ?? "";
      toast({ title: t`Organization chosen`, message: t`${name} opens now and the next time you sign in.` });
    },
    onError: () =>
      toast({
        title: t`Error`,
        message: t`The organization is open here, but it could not be kept for your next sign-in. Choose it again.`,
        destructive: true,
      }),
  });
  return (
    <>
      <ChoiceList
        legend={t`Organization that opens now and when you sign in`}
        options={me.organizations.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={wanted}
        onChoose={setWanted}
      />
      <div className={classes.buttons}>
        <Button
          variant="default"
          loading={choose.isPending}
          disabled={wanted === null || wanted === me.current_organization_id}
          onClick={() => wanted !== null && !choose.isPending && choose.mutate(wanted)}
        >
          <Trans>Open this organization</Trans>
        </Button>
      </div>
    </>
  );
}
