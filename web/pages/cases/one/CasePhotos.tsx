import { t } from "@lingui/core/macro";
import { UnstyledButton } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { CasePhoto } from "../../../../contract/leaks/cases.ts";
import { callFile } from "../../../app/api.ts";
import { dependent } from "../../../app/query.ts";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import classes from "./photos.module.css";

interface Props {
  caseId: number;
  photos: readonly CasePhoto[];
}

/** The photos of an event, each larger at a click. */
export function CasePhotos({ caseId, photos }: Props): ReactNode {
  const [opened, setOpened] = useState<CasePhoto | null>(null);
  if (photos.length === 0) return null;
  const name = (photo: CasePhoto) => t`Photo ${photos.indexOf(photo) + 1}`;
  return (
    <>
      <div className={classes.photos}>
        {photos.map((photo) => (
          <UnstyledButton key={photo.id} className={classes.preview} onClick={() => setOpened(photo)}>
            <Photo caseId={caseId} photo={photo} size="preview" name={name(photo)} />
          </UnstyledButton>
        ))}
      </div>
      <Dialog
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={opened === null ? "" : name(opened)}
        size="large"
      >
        {opened && <Photo caseId={caseId} photo={opened} size="full" name={name(opened)} />}
      </Dialog>
    </>
  );
}

/** Read like every call, in the organization of this tab: the address of a picture could not name it. */
function Photo(props: { caseId: number; photo: CasePhoto; size: "full" | "preview"; name: string }): ReactNode {
  const { caseId, photo, size, name } = props;
  const read = useQuery(
    dependent(
      queryOptions({
        queryKey: ["photo of case", caseId, photo.id, size],
        queryFn: ({ signal }) =>
          callFile("GET /v1/cases/{id}/photos/{photo_id}", {
            params: { id: caseId, photo_id: photo.id },
            query: { size },
            signal,
          }),
        staleTime: Number.POSITIVE_INFINITY,
      }),
    ),
  );
  const content = read.data?.content;
  const url = useMemo(() => content && URL.createObjectURL(content), [content]);
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url);
    },
    [url],
  );
  if (url)
    return (
      <img
        className={size === "full" ? classes.full : undefined}
        src={url}
        alt={name}
        width={photo.width}
        height={photo.height}
      />
    );
  return <span>{read.isError ? t`${name} could not be loaded.` : name}</span>;
}
