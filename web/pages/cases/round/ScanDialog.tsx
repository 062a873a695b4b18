import { t } from "@lingui/core/macro";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import classes from "./my-cases.module.css";

/** Whether the browser can read codes from its camera. */
export const canScan = "BarcodeDetector" in window;

/** Milliseconds between two looks at the picture of the camera. */
const EVERY = 200;

interface Props {
  opened: boolean;
  onClose(): void;
  /** Called with the text of the first code that is seen. */
  onFound(text: string): void;
}

/** Reads the bar code or QR code on a meter with the camera. */
export function ScanDialog({ opened, onClose, onFound }: Props): ReactNode {
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Scan the code on the meter`}>
      <Camera
        onFound={(text) => {
          onFound(text);
          onClose();
        }}
      />
    </Dialog>
  );
}

function Camera({ onFound }: Pick<Props, "onFound">): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  const [isDenied, setDenied] = useState(false);
  const found = useRef(onFound);
  found.current = onFound;
  useEffect(() => {
    const end = new AbortController();
    readCode(video, end.signal).then(
      (text) => text !== null && found.current(text),
      () => setDenied(true),
    );
    return () => end.abort();
  }, []);
  if (isDenied) return <p>{t`The camera cannot be used. Allow it in the browser, or type the serial number.`}</p>;
  // A picture of what is in front of the camera, without sound.
  return <video ref={video} className={classes.camera} muted playsInline aria-label={t`Picture of the camera`} />;
}

/** The text of the first code in front of the camera; null: it was ended before. */
async function readCode(video: { current: HTMLVideoElement | null }, signal: AbortSignal): Promise<string | null> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  try {
    const detector = new BarcodeDetector();
    while (!signal.aborted && video.current !== null) {
      if (video.current.srcObject === null) {
        video.current.srcObject = stream;
        await video.current.play();
      }
      const [code] = await detector.detect(video.current);
      if (code !== undefined && !signal.aborted) return code.rawValue;
      await new Promise((resolve) => setTimeout(resolve, EVERY));
    }
    return null;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
