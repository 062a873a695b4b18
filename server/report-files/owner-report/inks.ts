/** The screens' light colors, which paper has. */
export const inks = {
  text: "#18212c",
  "text-muted": "#4d5967",
  border: "#c9d0d8",
  surface: "#ffffff",
  panel: "#f3f5f7",
  brand: "#0b6b80",
  critical: "#b92525",
  warning: "#a04d00",
  online: "#17703a",
  "series-toilet-leak": "#c98600",
  "series-other-leak": "#b02f96",
} as const;
