import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, CloseButton } from "@mantine/core";
import { IconCamera, IconPhotoPlus } from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { MAX_PHOTOS } from "../../../../contract/leaks/case-choices.ts";
import classes from "./photo-field.module.css";
import { isTooLarge } from "./smaller-photo.ts";

interface Props {
  photos: readonly File[];
  onChange(change: (photos: readonly File[]) => readonly File[]): void;
}

/** Tells a photo from others. */
export const identityOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

/** Photos of a report: from the camera of a phone, or from files. */
export function PhotoField({ photos, onChange }: Props): ReactNode {
  const [fault, setFault] = useState<string | null>(null);
  const urlOf = useUrls();
  const id = useId();
  const add = (chosen: readonly File[]) => {
    const fitting = chosen.filter((photo) => !isTooLarge(photo));
    if (fitting.length < chosen.length) setFault(t`A photo may have at most 10 MB. Take it with a lower resolution.`);
    else if (photos.length + fitting.length > MAX_PHOTOS) {
      setFault(t`A report has at most ${plural(MAX_PHOTOS, { one: "# photo", other: "# photos" })}.`);
    } else setFault(null);
    onChange((before) => [...before, ...fitting].slice(0, MAX_PHOTOS));
  };
  return (
    <fieldset className={classes.field} aria-describedby={fault === null ? undefined : id}>
      <legend className={classes.legend}>
        <Trans>Photos</Trans>
      </legend>
      <div className={classes.ways}>
        <FileButton icon={<IconCamera size={18} />} label={t`Take a photo`} isCamera add={add} />
        <FileButton icon={<IconPhotoPlus size={18} />} label={t`Choose photos`} add={add} />
      </div>
      {photos.length > 0 && (
        <ul className={classes.photos}>
          {photos.map((photo, index) => (
            <li key={urlOf(photo)}>
              <Preview url={urlOf(photo)} name={t`Photo ${index + 1}`} />
              <CloseButton
                className={classes.remove}
                aria-label={t`Remove photo ${index + 1}`}
                onClick={() => onChange((before) => before.filter((other) => other !== photo))}
              />
            </li>
          ))}
        </ul>
      )}
      {fault && (
        <p id={id} className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

function FileButton(props: {
  icon: ReactNode;
  label: string;
  /** Opens the camera at once, where there is one. */
  isCamera?: boolean;
  add(files: readonly File[]): void;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        className={props.isCamera ? classes.camera : undefined}
        variant="default"
        leftSection={props.icon}
        onClick={() => input.current?.click()}
      >
        {props.label}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/jpeg,image/png,image/webp,image/heic,image/heif"
        aria-label={props.label}
        multiple={!props.isCamera}
        {...(props.isCamera ? { capture: "environment" } : {})}
        onChange={({ currentTarget }) => {
          // The same file may be chosen again.
          props.add([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
    </>
  );
}

/** An address of each photo in this page, as long as the field is there. */
function useUrls(): (photo: Blob) => string {
  const urls = useRef(new Map<Blob, string>());
  useEffect(() => {
    const made = urls.current;
    return () => {
      for (const url of made.values()) URL.revokeObjectURL(url);
      made.clear();
    };
  }, []);
  return (photo) => {
    const url = urls.current.get(photo) ?? URL.createObjectURL(photo);
    urls.current.set(photo, url);
    return url;
  };
}

/** A photo before it is sent; what the browser cannot show, such as HEIC, has its name only. */
function Preview({ url, name }: { url: string; name: string }): ReactNode {
  const [isShown, setIsShown] = useState(true);
  if (!isShown) return <span className={classes.unseen}>{name}</span>;
  return <img src={url} alt={name} onError={() => setIsShown(false)} />;
}
