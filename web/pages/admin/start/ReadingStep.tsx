import { useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import type { PropertySetup } from "../../../../contract/inventory/property-setup.ts";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import type { Upload } from "../data/imports/use-upload.ts";
import { ByGateway } from "./ByGateway.tsx";
import { Received } from "./Received.tsx";
import classes from "./start.module.css";

const UploadPanel = lazy(() =>
  import("../data/imports/UploadPanel.tsx").then(({ UploadPanel: part }) => ({ default: part })),
);

interface Props {
  setup: PropertySetup;
  /** The token just made; undefined: it is not known any more. */
  token: string | undefined;
  /** A file on its way in. */
  upload: Upload;
  /** Goes back to make a token. */
  onToken: () => void;
}

/** The first reading: sent with the token, or out of a file. It is seen as soon as it is there. */
export function ReadingStep({ setup, token, upload, onToken }: Props): ReactNode {
  const isWaiting = setup.meters_with_readings === 0;
  const gateway = <ByGateway setup={setup} token={token} onToken={onToken} />;
  // Who made no token mostly has a file.
  const isFileFirst = setup.gateway_tokens_count === 0;
  return (
    <>
      {isWaiting && (
        <p className={classes.waiting} role="status">
          <span className={classes.pulse} aria-hidden="true" />
          Waiting for the first reading. It shows here within seconds.
        </p>
      )}
      <Received setup={setup} />
      <div className={classes.ways}>
        {!isFileFirst && gateway}
        <ByFile key="file" setup={setup} upload={upload} />
        {isFileFirst && gateway}
      </div>
    </>
  );
}

function ByFile({ setup: { property }, upload }: Pick<Props, "setup" | "upload">): ReactNode {
  const navigate = useNavigate();
  return (
    <Suspense fallback={<Skeleton height={260} />}>
      <UploadPanel
        view={{
          zone: property.time_zone,
          setTab: (tab, filters) =>
            void navigate({
              to: "/admin/data",
              search: { property_id: property.id, tab: tab === "imports" ? undefined : tab, ...filters },
            }),
        }}
        upload={upload}
      />
    </Suspense>
  );
}
