/** A short notification about the result of a user's action. */
export interface Toast {
  title: string;
  message: string;
  /** It failed; otherwise it went well. */
  destructive?: boolean;
}

/** Shows a notification for some seconds, also to screen readers. Its code is lazy-loaded. */
export function toast(notification: Toast): void {
  void import("./toasts.tsx").then(({ show }) => show(notification));
}
