import { t } from "@lingui/core/macro";
import { Notifications, notifications } from "@mantine/notifications";
import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { createRoot } from "react-dom/client";
import { ThemeProvider } from "../theme/ThemeProvider.tsx";
import classes from "./toasts.module.css";

/** A short notification about the result of a user's action. */
export interface Toast {
  title: string;
  message: string;
  /** It failed; otherwise it went well. */
  destructive?: boolean;
}

let stands = false;

/** The corner of the screen, made once beside the app: it outlives the screen that spoke. */
function stand(): void {
  if (stands) return;
  stands = true;
  const place = document.createElement("div");
  document.body.append(place);
  createRoot(place).render(
    <ThemeProvider>
      <Notifications position="bottom-right" autoClose={6000} limit={3} />
    </ThemeProvider>,
  );
}

/** Shows a toast; one that failed stays until it is closed. */
export function show({ title, message, destructive = false }: Toast): void {
  stand();
  const Icon = destructive ? IconAlertTriangle : IconCheck;
  notifications.show({
    title,
    message,
    autoClose: destructive ? false : undefined,
    withBorder: true,
    icon: <Icon size={16} aria-hidden="true" />,
    role: destructive ? "alert" : "status",
    classNames: { root: classes.toast, icon: classes.icon, title: classes.title, description: classes.message },
    "data-destructive": destructive || undefined,
    closeButtonProps: { "aria-label": t`Close` },
  });
}
