import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { call } from "../../../../app/api.ts";
import { actIn } from "../../../../app/session/act-in.ts";
import { toast } from "../../../../app/toast.ts";
import { useMe } from "../../../../app/use-me.ts";
import classes from "../profile.module.css";
import { ChoiceList } from "../view/ChoiceList.tsx";

/** Which of several organizations the user acts in, now and after the next sign-in. */
export function OrganizationChoice(): ReactNode {
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
      toast({ title: "Organization chosen", message: `${name} opens now and the next time you sign in.` });
    },
    onError: () =>
      toast({
        title: "Error",
        message: "The organization is open here, but it could not be kept for your next sign-in. Choose it again.",
        destructive: true,
      }),
  });
  return (
    <>
      <ChoiceList
        legend="Organization that opens now and when you sign in"
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
          Open this organization
        </Button>
      </div>
    </>
  );
}
