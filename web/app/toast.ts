import type { Toast } from "./toasts.tsx";

/** Shows a notification for some seconds, also to screen readers. Its code is lazy-loaded. */
export function toast(notification: Toast): void {
  void import("./toasts.tsx").then(({ show }) => show(notification));
}
