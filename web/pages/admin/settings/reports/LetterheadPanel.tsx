import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, FileButton, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Letterhead } from "../../../../../contract/accounts/letterhead.ts";
import { call } from "../../../../app/api.ts";
import { ApiError, sentenceOf } from "../../../../app/api-error.ts";
import { failureOf } from "../../../../app/query-state.ts";
import { letterheadQuery } from "../../../../app/report/report-queries.ts";
import { toast } from "../../../../app/toast.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import classes from "./letterhead.module.css";

/** Of a file, in bytes: the bound of the contract. */
const MAX_LOGO = 512 * 1024;

/** Name and logo of the manager, as the owner's report shows them. */
export function LetterheadPanel({ organization }: { organization: number }): ReactNode {
  const { data, ...query } = useQuery(letterheadQuery(organization));
  const failure = failureOf(query, t`Name and logo`);
  return (
    <Panel
      title={t`Head of the owner's report`}
      subtitle={t`Name and logo of the company that manages the properties, on the screen and in the PDF`}
      state={failure ? { kind: "error", ...failure } : { kind: "ready" }}
    >
      {data !== undefined && <Fields key={organization} kept={data} />}
    </Panel>
  );
}

function Fields({ kept }: { kept: Letterhead }): ReactNode {
  const client = useQueryClient();
  const [name, setName] = useState(kept.name);
  const id = kept.organization_id;
  const save = useMutation({
    mutationFn: async (logo: File | null | undefined) => {
      if (logo && logo.size > MAX_LOGO) {
        throw new ApiError(413, { detail: t`The logo has more than 512 KB. Choose a smaller file.` });
      }
      return call("PUT /v1/organizations/{id}/letterhead", {
        params: { id },
        body: { name, ...(logo === undefined ? {} : { logo: logo && (await base64Of(logo)) }) },
      });
    },
    onSuccess: (saved) => {
      client.setQueryData(letterheadQuery(id).queryKey, saved);
      setName(saved.name);
      toast({ title: t`Saved`, message: t`The owner's report shows it from now on.` });
    },
  });
  const { logo } = kept;
  return (
    <form
      className={classes.fields}
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate(undefined);
      }}
    >
      <div className={classes.name}>
        <TextInput
          label={t`Name of the manager`}
          description={t`Empty: no name is shown`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          value={name}
          maxLength={100}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Button type="submit" variant="default" loading={save.isPending} disabled={name.trim() === kept.name}>
          <Trans>Save name</Trans>
        </Button>
      </div>
      {logo !== null && (
        <img
          className={classes.logo}
          src={`data:image/png;base64,${logo.png}`}
          width={logo.width}
          height={logo.height}
          alt={kept.name === "" ? t`Logo of the manager` : t`Logo of ${kept.name}`}
        />
      )}
      <div className={classes.buttons}>
        <FileButton accept="image/png,image/jpeg" onChange={(file) => file && save.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={save.isPending}>
              {logo === null ? t`Choose a logo` : t`Choose another logo`}
            </Button>
          )}
        </FileButton>
        {logo !== null && (
          <Button variant="default" loading={save.isPending} onClick={() => save.mutate(null)}>
            <Trans>Remove the logo</Trans>
          </Button>
        )}
      </div>
      <p className={classes.hint}>
        <Trans>A PNG or JPEG of at most 512 KB. It is shown at most 44 points high.</Trans>
      </p>
      <p className={classes.error} role="alert">
        {save.isError && sentenceOf(save.error)}
      </p>
    </form>
  );
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(new ApiError(0, { detail: t`The file could not be read. Choose it again.` }));
    reader.readAsDataURL(file);
  });
}
