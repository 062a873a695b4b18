import { t } from "@lingui/core/macro";
import { Modal } from "@mantine/core";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import { useMediaQuery, useWindowEvent } from "@mantine/hooks";
import { type ReactNode, useEffect, useId, useState } from "react";
import classes from "./DialogWindow.module.css";

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode;
  size?: "small" | "medium" | "large" | "full";
  children: ReactNode;
}

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
  // A click beside the dialog must not throw away what somebody filled in.
  const [isFilledIn, setFilledIn] = useState(false);
  if (!opened && isFilledIn) setFilledIn(false);
  const id = useId();
  const close = (event: KeyboardEvent) => {
    if (opened && isEscapeOf(event, document.getElementById(`${id}-body`))) onClose();
  };
  // On its way down: a list that the key closes has not closed yet.
  useWindowEvent("keydown", close, { capture: true });
  const phone = useMediaQuery("(max-width: 40em)", undefined, { getInitialValueInEffect: false });
  return (
    <Modal
      id={id}
      opened={opened && standing}
      onClose={onClose}
      // The kit's own would close the dialog instead of a menu or a calendar that is open over it.
      closeOnEscape={false}
      closeOnClickOutside={!isFilledIn}
      onInput={() => setFilledIn(true)}
      title={title}
      size={widths[size]}
      fullScreen={phone || size === "full"}
      centered={size === "small"}
      classNames={classes}
      // A header element inside a dialog would count as a second banner of the page.
      attributes={{ header: { role: "presentation" } }}
      closeButtonProps={{ "aria-label": t`Close` }}
    >
      {children}
      {footer && <div className={classes.footer}>{footer}</div>}
    </Modal>
  );
}

/**
 * Whether a key closes a dialog: Escape, pressed in it and not in a menu, a list or a calendar that is open over it.
 * @param body an element of the dialog; null: it does not stand
 */
function isEscapeOf(event: KeyboardEvent, body: HTMLElement | null): boolean {
  if (event.key !== "Escape" || event.isComposing || body === null) return false;
  const { target } = event;
  if (!(target instanceof Element)) return false;
  // Mantine marks a field whose list is open with this attribute.
  if (target.getAttribute("data-mantine-stop-propagation") === "true") return false;
  const own = body.closest('[role="dialog"]');
  const within = target.closest('[role="dialog"], [role="menu"], [role="listbox"]');
  // Nothing has the focus, for example after the focused element was removed: the topmost dialog handles the key.
  if (within === null) return [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1) === own;
  return within === own;
}
