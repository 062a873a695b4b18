import { Modal } from "@mantine/core";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useEffect, useState } from "react";
import type { DialogProps } from "./Dialog.tsx";
import classes from "./DialogWindow.module.css";

const widths = { small: 400, medium: 560, large: 860, full: 1200 } as const;

/** The dialog itself, in a chunk of its own. */
export default function DialogWindow({
  opened,
  onClose,
  title,
  footer,
  size = "medium",
  children,
}: DialogProps): ReactNode {
  // It opens only after it stands: that is when it notes where the focus was, to give it back.
  const [standing, setStanding] = useState(false);
  useEffect(() => setStanding(true), []);
  const phone = useMediaQuery("(max-width: 40em)", undefined, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={opened && standing}
      onClose={onClose}
      title={title}
      size={widths[size]}
      fullScreen={phone || size === "full"}
      centered={size === "small"}
      classNames={classes}
      // A header element inside a dialog would count as a second banner of the page.
      attributes={{ header: { role: "presentation" } }}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {children}
      {footer && <div className={classes.footer}>{footer}</div>}
    </Modal>
  );
}
