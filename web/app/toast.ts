/** A short word on what became of something the person did. */
export interface Toast {
  title: string;
  message: string;
  /** It failed; otherwise it went well. */
  destructive?: boolean;
}

/** Says it in a corner of the screen for some seconds, also to screen readers. The code for it loads when first needed. */
export function toast(said: Toast): void {
  void import("./toasts.tsx").then(({ show }) => show(said));
}
